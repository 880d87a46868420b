import { grounds } from './grounds.ts'
import {
  area,
  box,
  chalk,
  type Drawing,
  dashes,
  dots,
  lines,
  onBothEnds,
  repeat,
  ring,
  roundBox,
  strokes,
  withTransform,
} from './layers.ts'

const red = '#de3c37'
const navy = '#18448c'

const boat = (x: number, y: number, color: string) =>
  withTransform(
    `translate(${x} ${y})`,
    strokes(
      repeat(8, (i) => `M${-42 + i * 12} 0l-5 ${i % 2 ? 14 : -14}`),
      1.4,
    ),
    strokes(
      repeat(8, (i) => `M${-46.5 + i * 12} ${i % 2 ? 13 : -13}l-1.4 ${i % 2 ? 3.5 : -3.5}`),
      4,
      color,
    ),
    area(chalk, 'M-78 0C-48-5 48-5 80 0 48 5-48 5-78 0z'),
    area(color, 'M-52 0C-34-2.4 44-2.4 58 0 44 2.4-34 2.4-52 0z'),
  )

const gates = [
  [58, 30, red],
  [96, 112, navy],
  [142, 42, red],
  [186, 118, navy],
  [230, 44, red],
  [272, 116, navy],
] as const

/** Water and snow. */
export const waters = {
  swimming: {
    outerColor: '#a5bbc7',
    layers: [
      area(grounds.swimming, box(-300, -66, 560, 292)),
      area(
        '#45a6c4',
        repeat(5, (i) => box(-300, -66 + i * 64, 560, 32)),
      ),
      lines(
        repeat(9, (i) => `M-300 ${-50 + i * 32}h522M222 ${-57 + i * 32}v14`),
        4,
        '#004f8b',
      ),
      dashes(
        repeat(8, (i) => `M-300 ${-34 + i * 32}h500`),
        '10 5',
        3.6,
      ),
      dashes(
        repeat(8, (i) => `M200 ${-34 + i * 32}h60`),
        '10 5',
        3.6,
        red,
      ),
      lines('M260-66v292', 3),
      area(
        '#4b677e',
        repeat(9, (i) => roundBox(267, -58 + i * 32, 18, 18, 2)),
      ),
      area(
        chalk,
        repeat(9, (i) => roundBox(264, -60 + i * 32, 18, 18, 2)),
      ),
    ],
    crops: [
      [200, 80, 1.2],
      [184, 74, 1.05],
      [212, 88, 1.35],
    ],
  },
  'water-polo': {
    outerColor: '#a9c3cb',
    layers: [
      area('#006f8c', box(-2, -2, 304, 164)),
      area(grounds['water-polo'], box(16, 16, 268, 128)),
      ...onBothEnds(
        lines('M22 62H6v36h16', 3.5),
        lines('M6 68h16M6 74h16M6 80h16M6 86h16M6 92h16M11 62v36M16 62v36', 0.8),
        dashes('M22 16h14', '6 2', 5),
        dashes('M36 16h30', '6 2', 5, red),
        dashes('M66 16h44', '6 2', 5, '#f7d22a'),
        dashes('M110 16h80', '6 2', 5, '#54bf5c'),
        dashes('M190 16h44', '6 2', 5, '#f7d22a'),
        dashes('M234 16h30', '6 2', 5, red),
        dashes('M264 16h14', '6 2', 5),
        lines('M36 18v124', 1.6, red),
        lines('M66 18v124', 1.6, '#f7d22a'),
        lines('M22 16v128', 2),
      ),
      lines('M150 16v128', 2),
      area('#006380', ring(110, 72, 11)),
      area('#f7d22a', ring(107, 68, 11)),
      lines('M96.5 65q10 5 21-1M107 57q4 10-1 22', 1.4, navy),
    ],
    crops: [
      [86, 74, 1.2],
      [104, 80, 1.1],
      [72, 62, 1.3],
    ],
  },
  rowing: {
    layers: [
      lines(
        repeat(9, (i) => `M-200 ${-118 + i * 48}h700`),
        24,
        '#29839c',
      ),
      dots(
        repeat(9, (i) => `M-200 ${-106 + i * 48}h700`),
        15,
        4,
        chalk,
      ),
      ...boat(132, 62, '#972622'),
      ...boat(186, 110, navy),
      ...boat(60, 14, navy),
      ...boat(240, 158, '#972622'),
    ],
    crops: [
      [150, 84, 1.15],
      [168, 90, 1.3],
      [130, 66, 1.2],
    ],
  },
  skiing: {
    outerColor: '#89b1cd',
    layers: [
      area(grounds.skiing, 'M-200-20C-60-10 60 20 160-4S380 0 500-30V190C380 150 240 190 140 164S-60 170-200 186z'),
      strokes('M-20 92C20 120 30 6 66 8S78 132 104 134 120 20 146 20s20 120 44 120 18-120 42-118 20 116 46 114 20-60 50-80', 2.6),
      strokes('M-20 100C20 128 34 16 66 18S72 142 104 144 124 30 146 30s16 120 44 120 22-120 42-118 16 116 46 114 24-60 54-80', 2.6),
      ...gates.flatMap(([x, y, color]) => [
        strokes(`M${x} ${y + 7}l9 5M${x + 18} ${y + 7}l9 5`, 2, '#7297b4'),
        strokes(`M${x} ${y + 7}v-20M${x + 18} ${y + 7}v-20`, 2.6, color),
        area(color, box(x, y - 13, 18, 10)),
      ]),
      area(
        '#205943',
        repeat(14, (i) => {
          const x = -110 + ((i * 83) % 520)
          const y = i % 2 ? -14 - ((i * 17) % 40) : 200 + ((i * 13) % 46)
          return `M${x} ${y - 26}l14 28h-8l10 18h-32l10-18h-8z`
        }),
      ),
    ],
    crops: [
      [150, 80, 1.1],
      [120, 76, 1.3],
      [196, 84, 1.25],
    ],
    maxTurn: 14,
  },
} satisfies Record<string, Drawing>
