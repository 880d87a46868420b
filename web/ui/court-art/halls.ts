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
  oval,
  repeat,
  ring,
  roundBox,
  strokes,
  withTransform,
} from './layers.ts'

const red = '#d03833'
const blue = '#1a52a1'

/** Indoor courts, rinks and lanes. */
export const halls = {
  basketball: {
    outerColor: '#b66b31',
    layers: [
      area(grounds.basketball, box(20, 20, 260, 120)),
      ...onBothEnds(
        area('#a54a24', box(20, 60, 46, 40)),
        lines('M20 60h46v40H20M20 28h16a52 52 0 0 1 0 104H20M66 64a16 16 0 0 1 0 32'),
        dashes('M66 64a16 16 0 0 0 0 32', '5 4'),
        lines('M28 71v18', 3),
        lines(ring(33, 80, 4), 2),
      ),
      lines(`${box(20, 20, 260, 120)}M150 20v120${ring(150, 80, 18)}`),
    ],
    crops: [
      [84, 76, 1.25],
      [216, 84, 1.25],
      [128, 80, 1.1],
    ],
  },
  futsal: {
    outerColor: '#314262',
    layers: [
      area(grounds.futsal, box(20, 15, 260, 130)),
      ...onBothEnds(
        area('#9a3135', 'M20 31a39 39 0 0 1 39 39v20a39 39 0 0 1-39 39z'),
        lines('M20 31a39 39 0 0 1 39 39v20a39 39 0 0 1-39 39M20 70h-9v20h9M20 21a6 6 0 0 0 6-6M20 139a6 6 0 0 1 6 6M98 10v10M124 10v10'),
        strokes('M59 80h.1M85 80h.1', 5),
      ),
      lines(`${box(20, 15, 260, 130)}M150 15v130${ring(150, 80, 20)}`),
      strokes('M150 80h.1', 5),
    ],
    crops: [
      [96, 78, 1.2],
      [204, 82, 1.2],
      [150, 74, 1.15],
    ],
  },
  handball: {
    outerColor: '#00678b',
    layers: [
      area(grounds.handball, box(20, 15, 260, 130)),
      ...onBothEnds(
        area('#d78a3f', 'M20 31a39 39 0 0 1 39 39v20a39 39 0 0 1-39 39z'),
        lines('M20 31a39 39 0 0 1 39 39v20a39 39 0 0 1-39 39M66 75v10M46 77v6'),
        dashes('M39 15A58 58 0 0 1 78 70v20A58 58 0 0 1 39 145', '6 5'),
        dashes('M14 69v22', '3 3', 7, red),
      ),
      lines(`${box(20, 15, 260, 130)}M150 15v130`),
    ],
    crops: [
      [82, 76, 1.3],
      [218, 84, 1.3],
      [110, 80, 1.15],
    ],
  },
  dodgeball: {
    outerColor: '#4a3b78',
    layers: [
      area(grounds.dodgeball, box(20, 25, 260, 110)),
      area('#8164b9', box(128, 25, 44, 110)),
      lines(`${box(20, 25, 260, 110)}M150 25v110M128 25v110M172 25v110`),
      area(
        '#3f316c',
        repeat(6, (i) => ring(152.5, 41.5 + i * 16, 6.5)),
      ),
      area(
        '#e94740',
        repeat(6, (i) => ring(150, 39.5 + i * 16, 6.5)),
      ),
      area('#e94740', ring(94, 60, 9)),
      dots('M104 64q18 6 26 20', 6, 2.4),
    ],
    crops: [
      [150, 80, 1.25],
      [132, 72, 1.4],
      [164, 88, 1.35],
    ],
  },
  'roller-derby': {
    outerColor: '#3c324e',
    layers: [
      area('#524569', oval(40, 84)),
      area(grounds['roller-derby'], oval(40, 76)),
      area('#3c324e', oval(40, 34)),
      dashes(oval(40, 55), '1.8 19', 9),
      lines(`${oval(40, 76)}${oval(40, 34)}`, 3),
      dashes(oval(40, 84), '5 5', 1.6),
      lines('M176 114v42', 3.5, '#dbec36'),
      lines('M128 114v42', 3.5),
    ],
    crops: [
      [186, 96, 1.15],
      [114, 92, 1.15],
      [150, 88, 1],
    ],
  },
  'ice-hockey': {
    outerColor: '#202e47',
    layers: [
      area(grounds['ice-hockey'], roundBox(16, 15, 268, 130, 40)),
      ...onBothEnds(
        area('#84c0e4', 'M37 68a12 12 0 0 1 0 24z'),
        lines('M37 68a12 12 0 0 1 0 24', 1.6, red),
        lines(`M37 17v126${ring(66, 50, 19)}${ring(66, 110, 19)}`, 1.8, red),
        area(red, `${ring(66, 50, 3.5)}${ring(66, 110, 3.5)}${ring(130, 50, 3.5)}${ring(130, 110, 3.5)}`),
        lines('M37 73h-7v14h7', 1.8, red),
        lines('M118 15v130', 4.5, blue),
      ),
      lines('M150 15v130', 4.5, red),
      lines(ring(150, 80, 19), 1.8, blue),
      area(blue, ring(150, 80, 3)),
      lines(roundBox(16, 15, 268, 130, 40), 5, '#e6b731'),
      lines(roundBox(13, 12, 274, 136, 43), 2.4),
    ],
    crops: [
      [96, 78, 1.2],
      [204, 82, 1.2],
      [150, 76, 1.1],
    ],
  },
  bowling: {
    outerColor: '#885538',
    layers: [
      ...[-118, 0, 118].flatMap((shift) =>
        withTransform(
          `translate(0 ${shift})`,
          area('#442d20', box(-240, 28, 560, 104)),
          area(grounds.bowling, box(-240, 42, 560, 76)),
          lines(
            repeat(7, (i) => `M-240 ${51.5 + i * 9.5}h560`),
            0.8,
            '#bb864b',
          ),
          area(
            '#5f2c1a',
            repeat(7, (i) => `M${100 - Math.abs(i - 3) * 13} ${47.5 + i * 9.5}l13 4-13 4z`),
          ),
          area(
            '#bb864b',
            repeat(10, (i) => pin(i, 3, 2, 8)),
          ),
          area(
            chalk,
            repeat(10, (i) => pin(i, 0, 0, 7.5)),
          ),
          lines(
            repeat(10, (i) => pin(i, 0, 0, 3.6)),
            1.8,
            red,
          ),
        ),
      ),
      area('#bb864b', ring(144, 93, 15)),
      area(blue, ring(141, 90, 15)),
      area('#0e213e', `${ring(146, 84, 2.2)}${ring(151, 89, 2.2)}${ring(145, 91, 2.6)}`),
    ],
    crops: [
      [176, 80, 1.15],
      [190, 84, 1.3],
      [160, 76, 1.05],
    ],
  },
} satisfies Record<string, Drawing>

function pin(index: number, dx: number, dy: number, r: number): string {
  const row = index < 1 ? 0 : index < 3 ? 1 : index < 6 ? 2 : 3
  const place = index - (row * (row + 1)) / 2
  return ring(196 + row * 19 + dx, 80 + (place - row / 2) * 21 + dy, r)
}
