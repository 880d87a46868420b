import { grounds } from './grounds.ts'
import {
  area,
  blob,
  box,
  chalk,
  type Drawing,
  dashes,
  dots,
  lines,
  onBothEnds,
  pointOnCircle,
  repeat,
  ring,
  roundBox,
  strokes,
  withTransform,
} from './layers.ts'

const clay = '#ba7650'
const sand = '#e0c896'
const orange = '#f37513'
const red = '#de3c37'

const bag = 'M-7-9h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H-7a2 2 0 0 1-2-2V-7a2 2 0 0 1 2-2z'
const bagAt = (x: number, y: number, turn: number, color: string) =>
  withTransform(`translate(${x} ${y}) rotate(${turn})`, area(color, bag), lines('M-5.5-5.5h11v11h-11z', 1))

/** A base seen from above: a square that stands on one corner. */
const base = (x: number, y: number, r: number) => `M${x} ${y - r}l${r} ${r}-${r} ${r}-${r}-${r}z`
const homePlate = (x: number, y: number, r: number) => `M${x - r} ${y - r}h${2 * r}v${r}l-${r} ${r}-${r}-${r}z`

/** Baseball diamonds, golf greens and lawns. */
export const parks = {
  baseball: {
    outerColor: '#2b672d',
    layers: [
      area(clay, ring(150, 96, 200)),
      area(grounds.baseball, ring(150, 96, 190)),
      area(clay, `M150 152 82 84A69 69 0 0 1 218 84z${ring(150, 140, 15)}`),
      area(grounds.baseball, 'M150 61 184 95 150 129 116 95z'),
      area(clay, `${ring(150, 95, 8)}${ring(150, 55, 11)}${ring(190, 95, 11)}${ring(110, 95, 11)}${ring(150, 140, 15)}`),
      lines('M154.5 135.5 350-60M145.5 135.5-50-60'),
      lines(`${box(138.5, 133, 6, 13)}${box(155.5, 133, 6, 13)}`, 1.2),
      area(chalk, `${base(150, 51, 5)}${base(193, 94, 5)}${base(107, 94, 5)}${homePlate(150, 139, 4)}M146 93.5h8v3h-8z`),
    ],
    crops: [
      [150, 98, 1.05],
      [160, 96, 1.2],
      [140, 92, 1.1],
    ],
    maxTurn: 26,
  },
  softball: {
    outerColor: '#427c35',
    layers: [
      area(grounds.softball, `M150 158 54 62A118 118 0 0 1 246 62z`),
      area('#c9865d', 'M150 146 196 100 150 54 104 100z'),
      lines('M150 144 350-56M150 144-50-56'),
      lines(`${ring(150, 100, 17)}${box(136, 137, 7, 15)}${box(157, 137, 7, 15)}M200 103l-34 34`, 1.8),
      area(chalk, `${base(150, 55, 6)}${base(194, 100, 6)}${base(106, 100, 6)}${homePlate(150, 143, 5)}M145 98.5h10v3h-10z`),
      area('#9a5d40', ring(178, 77, 9)),
      area('#dbec36', ring(176, 74, 9)),
      lines('M170 67.5q5 6.5 0 13M182 67.5q-5 6.5 0 13', 1.3, red),
    ],
    crops: [
      [150, 98, 1.15],
      [160, 96, 1.3],
      [142, 92, 1.2],
    ],
    maxTurn: 22,
  },
  kickball: {
    outerColor: '#00686c',
    layers: [
      area(grounds.kickball, 'M150 144 42 36A153 153 0 0 1 258 36z'),
      area('#da942c', 'M150 144 198 96 150 48 102 96z'),
      lines('M150 144 350-56M150 144-50-56M150 48 198 96M150 48 102 96', 3),
      dashes('M102 96h96', '7 5', 2),
      area(chalk, `${base(150, 49, 9)}${base(197, 96, 9)}${base(103, 96, 9)}${homePlate(150, 141, 8)}M141 92h18v4h-18z`),
      area('#005356', ring(130, 127, 15)),
      area(red, ring(126, 122, 15)),
      lines('M113 116q13 8 26 0M113 128q13-8 26 0M126 107v30', 1.5, '#a91518'),
      strokes('M117 113q3-4 7-4', 2),
    ],
    crops: [
      [150, 96, 1.15],
      [142, 102, 1.3],
      [160, 92, 1.2],
    ],
    maxTurn: 22,
  },
  cricket: {
    outerColor: '#356d2f',
    layers: [
      area(grounds.cricket, ring(150, 80, 172, 112)),
      lines(ring(150, 80, 172, 112), 4),
      area('#518c3b', 'M106 14h88a66 66 0 0 1 0 132h-88a66 66 0 0 1 0-132z'),
      dashes('M106 14h88a66 66 0 0 1 0 132h-88a66 66 0 0 1 0-132z', '4 6', 2.4),
      area('#d2b77f', box(88, 63, 124, 34)),
      ...onBothEnds(
        lines('M108 60v40M98 66v28', 2),
        lines('M88 68h20M88 92h20', 2),
        strokes('M98 75v.1M98 80v.1M98 85v.1', 3.6, '#69391c'),
      ),
      area('#b71824', ring(166, 80, 4)),
    ],
    crops: [
      [150, 80, 1.15],
      [126, 74, 1.35],
      [172, 86, 1.35],
    ],
  },
  golf: {
    outerColor: '#2a6431',
    layers: [
      area(grounds.golf, 'M-120 190C-20 60 40 150 90 116S120 20 190 14s120 60 74 106-120 10-170 60-120 120-170 80z'),
      area('#7fb042', blob(188, 72, 50, 0.6, 0.8)),
      lines(blob(188, 72, 50, 0.6, 0.8), 1.8),
      area('#619838', 'M192 79l52 14-3 4z'),
      area(sand, `${blob(112, 82, 21, 2.4, 0.8, 1.4)}${blob(246, 124, 24, 5, 0.65, 1.4)}${blob(150, 8, 18, 1, 0.7, 1.4)}`),
      area('#1a3520', ring(192, 80, 4.5, 3.5)),
      lines('M192 80V28', 2.6),
      area('#e94740', 'M192 27l28 10-28 10z'),
      area(chalk, ring(160, 84, 4)),
      dots('M152 92q-40 40-90 52', 9, 2.4),
    ],
    crops: [
      [172, 72, 1.2],
      [184, 70, 1.4],
      [150, 78, 1.1],
    ],
    maxTurn: 8,
  },
  'disc-golf': {
    layers: [
      area(
        '#295935',
        repeat(16, (i) => blob(-110 + ((i * 97) % 540), -90 + ((i * 61) % 340), 24 + (i % 3) * 8, i, 1, 0.8)),
      ),
      area(grounds['disc-golf'], ring(170, 80, 82)),
      dashes(ring(170, 80, 82), '9 7', 2),
      area('#24462c', ring(174, 85, 44)),
      area('#5d7778', ring(170, 80, 44)),
      lines(
        repeat(24, (i) => `M${pointOnCircle(170, 80, 26, i * 15)}L${pointOnCircle(170, 80, 44, i * 15)}`),
        1.4,
      ),
      lines(ring(170, 80, 44), 3.5),
      area('#344d4e', ring(170, 80, 26)),
      lines(
        repeat(12, (i) => `M${pointOnCircle(170, 80, 5, i * 30)}L${pointOnCircle(170, 80, 26, i * 30)}`),
        1.2,
      ),
      lines(ring(170, 80, 27), 6, '#dbec36'),
      area(chalk, ring(170, 80, 6)),
      dots('M16 150q40-4 66-26', 8, 2.6),
      area('#1f4127', ring(105, 111, 16)),
      area(orange, ring(102, 107, 16)),
      lines(ring(102, 107, 10.5), 1.8),
    ],
    crops: [
      [150, 84, 1.15],
      [160, 80, 1.35],
      [136, 90, 1.2],
    ],
  },
  cornhole: {
    layers: [
      area(
        '#386c2d',
        repeat(14, (i) => box(-300 + i * 60, -200, 30, 560)),
      ),
      ...withTransform('translate(208 74) rotate(-6)', ...board()),
      ...withTransform('translate(8 96) rotate(176)', ...board()),
      ...bagAt(196, 52, 20, red),
      ...bagAt(172, 88, -14, '#1351a6'),
      ...bagAt(116, 76, 35, red),
      ...bagAt(132, 112, 8, '#1351a6'),
    ],
    crops: [
      [182, 78, 1.2],
      [160, 80, 1.05],
      [200, 74, 1.35],
    ],
  },
} satisfies Record<string, Drawing>

function board() {
  return [
    area('#2d5229', roundBox(-59, -30, 124, 66, 3)),
    area('#d5a870', roundBox(-62, -34, 124, 66, 3)),
    area('#2063b0', 'M-58-30 22-1-58 28z'),
    lines(`${roundBox(-59.5, -31.5, 119, 61, 2)}M-58-30 22-1-58 28`, 2.4),
    area('#2f2115', ring(40, -1, 10)),
    lines(ring(40, -1, 10), 1.8),
  ]
}
