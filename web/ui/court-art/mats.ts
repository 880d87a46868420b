import { grounds } from './grounds.ts'
import { area, box, chalk, type Drawing, dashes, lines, repeat, ring, roundBox, strokes, withTransform } from './layers.ts'

const blue = '#1a52a1'

const shoe = 'M0-15c6 0 8 6 7 12-1 5-2 6-3 10h-8c-1-4-2-5-3-10-1-6 1-12 7-12zM-4 9h8v2a4 5 0 0 1-8 0z'
const footprints = [
  [96, 104, -8],
  [122, 92, 8],
  [104, 50, -24],
  [146, 40, 4],
  [186, 62, 62],
  [196, 98, 96],
  [230, 58, 40],
] as const

const petal = 'M0 9C-7 3-6-8 0-15 6-8 7 3 0 9z'
const lotus =
  'M-3 8C-13 7-17-2-16-9-9-9-4-3-3 2M3 8C13 7 17-2 16-9 9-9 4-3 3 2M-8 9C-16 11-21 8-24 3-20 1-17 1-15 2M8 9C16 11 21 8 24 3 20 1 17 1 15 2'
const mat = (x: number, y: number, [color, dark]: readonly [string, string]) =>
  withTransform(
    `translate(${x} ${y})`,
    area('#957256', roundBox(-24, -55, 54, 120, 4)),
    area(color, roundBox(-27, -60, 54, 120, 4)),
    area(dark, roundBox(-29, -64, 58, 15, 7)),
    strokes('M-23-59h46', 1.6),
    lines(`${petal}${lotus}`, 2),
  )

const matColors = [
  ['#007560', '#005c4a'],
  ['#6e4788', '#55336c'],
  ['#bb5752', '#9d3c39'],
] as const

const tatami = '#b1c69e'

/** Mats, fencing strips and studio floors. */
export const mats = {
  'martial-arts': {
    outerColor: '#39723f',
    layers: [
      area('#c53732', box(40, -30, 220, 220)),
      area(grounds['martial-arts'], box(62, -8, 176, 176)),
      lines(
        repeat(16, (i) => `M-290 ${-272 + i * 44}h880M${-202 + i * 44}-316v792`),
        1.2,
        tatami,
      ),
      dashes(
        repeat(16, (i) => `M-290 ${-250 + i * 44}m${i % 2 ? 0 : 44} 0h880M${-180 + i * 44} ${i % 2 ? -316 : -272}v792`),
        '44 44',
        1.2,
        tatami,
      ),
      lines(box(62, -8, 176, 176), 3),
      lines('M128 64v32', 6, '#0850ab'),
      lines('M172 64v32', 6),
    ],
    crops: [
      [112, 74, 1],
      [188, 86, 1],
      [170, 62, 1.1],
    ],
  },
  wrestling: {
    outerColor: '#1c3c6b',
    layers: [
      area(blue, box(60, -10, 180, 180)),
      area(grounds.wrestling, ring(150, 80, 74)),
      lines(ring(150, 80, 66), 13, '#d33d2c'),
      lines(`${ring(150, 80, 73)}${ring(150, 80, 59.5)}${ring(150, 80, 14)}`),
      area('#d33d2c', 'M60-10h38L60 28z'),
      area(chalk, 'M240 170h-38l38-38z'),
      lines(box(60, -10, 180, 180)),
    ],
    crops: [
      [136, 68, 1],
      [166, 90, 1.1],
      [150, 80, 0.9],
    ],
  },
  fencing: {
    layers: [-2, -1, 0, 1, 2].flatMap((row) =>
      withTransform(
        `translate(0 ${row * 74})`,
        area('#6f7c89', box(0, 58, 300, 44)),
        lines(
          repeat(2, (end) => repeat(6, (i) => `M${end * 258 + i * 7} 102l7-44`)),
          1,
          '#aab2ba',
        ),
        lines(`${box(0, 58, 300, 44)}M42 58v44M258 58v44M108 58v44M192 58v44`),
        dashes('M150 58v44', '7 5.3'),
      ),
    ),
    crops: [
      [190, 80, 1.15],
      [110, 80, 1.15],
      [150, 72, 1.3],
    ],
  },
  gymnastics: {
    outerColor: '#524980',
    layers: [
      area('#9c4b60', box(-70, -60, 262, 210)),
      area(grounds.gymnastics, box(-60, -60, 238, 196)),
      lines('M-60 136h238V-60', 3),
      dashes('M166 124L-60-102M166-40 0 126', '10 7', 2),
      area('#226fb3', roundBox(206, -40, 62, 220, 4)),
      area('#12426d', roundBox(237, 16, 10, 140, 2)),
      area('#e7cda5', roundBox(232, 12, 10, 140, 2)),
      strokes('M223 24h28M223 140h28', 3.5),
      lines(ring(76, 52, 30), 4),
      strokes(
        'M118 112c-14-2-14-20 0-20s14 18 2 20 24 6 28-6-4-20-14-16 0 22 14 16 16-22 8-30-20 2-12 12 26 4 26-14-8-34-22-40',
        4.5,
        '#dbec36',
      ),
      strokes('M148 34l-18-18', 3),
      area('#4d427f', ring(112, 36, 9)),
      area('#6451ac', ring(110, 33, 9)),
    ],
    crops: [
      [158, 72, 1.1],
      [168, 80, 1.25],
      [142, 70, 1.2],
    ],
    maxTurn: 20,
  },
  dance: {
    layers: [
      lines(
        repeat(20, (i) => `M${-200 + i * 40}-200v560`),
        1,
        '#631f4a',
      ),
      dashes(
        repeat(36, (i) => `M${i % 2 ? -200 : -160} ${-180 + i * 14}h800`),
        '40 40',
        1,
        '#631f4a',
      ),
      dashes('M96 84q-6-12 2-16M128 74q4-16 10-18M116 38q8-10 16-8M160 36q16 2 18 12M198 74q6 4 4 8M206 86q14-6 18-14', '4 3.5', 1.8),
      ...footprints.flatMap(([x, y, turn], i) =>
        withTransform(`translate(${x} ${y}) rotate(${turn})`, i % 2 ? lines(shoe, 2) : area(chalk, shoe)),
      ),
    ],
    crops: [
      [152, 74, 1.15],
      [136, 72, 1.3],
      [180, 70, 1.3],
    ],
  },
  yoga: {
    layers: [
      lines(
        repeat(34, (i) => `M-200 ${-170 + i * 15}h720`),
        1,
        '#a48164',
      ),
      ...[0, 1, 2, 3, 4, 5].flatMap((i) => mat(-42 + i * 76, i % 2 ? 74 : 92, matColors[i % 3] ?? matColors[0])),
      ...[0, 1, 2, 3, 4, 5].flatMap((i) => mat(-42 + i * 76, i % 2 ? -70 : -52, matColors[(i + 1) % 3] ?? matColors[0])),
      ...[0, 1, 2, 3, 4, 5].flatMap((i) => mat(-42 + i * 76, i % 2 ? 218 : 236, matColors[(i + 2) % 3] ?? matColors[0])),
    ],
    crops: [
      [150, 78, 1.05],
      [120, 70, 1.25],
      [180, 86, 1.15],
    ],
  },
} satisfies Record<string, Drawing>
