import { grounds } from './grounds.ts'
import { area, box, chalk, type Drawing, dashes, dots, lines, onBothEnds, repeat, ring, strokes } from './layers.ts'

const orange = '#f37513'
const red = '#de3c37'

/** Fields with goals or end zones. */
export const fields = {
  soccer: {
    outerColor: '#2f7434',
    layers: [
      area(grounds.soccer, box(20, 20, 260, 120)),
      ...onBothEnds(
        lines('M20 48h40v64H20M20 64h15v32H20M20 72h-8v16h8M60 64a21 21 0 0 1 0 32M20 26a6 6 0 0 0 6-6M20 134a6 6 0 0 1 6 6'),
        strokes('M46 80h.1', 4.5),
      ),
      lines(`${box(20, 20, 260, 120)}M150 20v120${ring(150, 80, 24)}`),
      strokes('M150 80h.1', 4.5),
    ],
    crops: [
      [150, 76, 1.3],
      [84, 74, 1.3],
      [216, 86, 1.3],
    ],
  },
  football: {
    layers: [
      area(
        '#277539',
        repeat(10, (i) => box(-30 + i * 36, -16, 18, 192)),
      ),
      ...onBothEnds(
        area('#234993', box(-66, -16, 36, 192)),
        lines(
          repeat(12, (i) => `M-66 ${-10 + i * 18}l36 18`),
          1.2,
          '#5d7ab0',
        ),
      ),
      lines(
        repeat(19, (i) => `M${-12 + i * 18}-16v192`),
        1.8,
      ),
      dashes('M-30 58h360M-30 102h360', '1.2 2.4', 4.5),
      dashes('M-30-11h360M-30 171h360', '1.2 2.4', 4.5),
      lines('M-30-16v192M330-16v192', 3.5),
      lines(box(-66, -18, 432, 196), 5),
    ],
    crops: [
      [262, 80, 1.15],
      [40, 80, 1.15],
      [150, 74, 1.25],
    ],
    maxTurn: 24,
  },
  'flag-football': {
    outerColor: '#1d7339',
    layers: [
      area(grounds['flag-football'], box(20, 25, 260, 110)),
      area('#ba5d1d', `${box(20, 25, 38, 110)}${box(242, 25, 38, 110)}`),
      lines(`${box(20, 25, 260, 110)}M58 25v110M242 25v110M150 25v110`),
      dashes('M81 25v110M219 25v110', '6 5', 2),
      lines('M104 76v8M196 76v8', 3),
      area(
        '#dbec36',
        `${ring(58, 25, 4)}${ring(58, 135, 4)}${ring(242, 25, 4)}${ring(242, 135, 4)}${ring(20, 25, 4)}${ring(280, 25, 4)}${ring(20, 135, 4)}${ring(280, 135, 4)}`,
      ),
      lines(ring(128, 54, 17, 12), 4, '#1e2d21'),
      lines('M113 60c-12 4-6 14-14 22M143 60c10 6 4 14 12 24', 7, red),
      strokes('M113 60v.1M143 60v.1', 6),
    ],
    crops: [
      [112, 74, 1.2],
      [142, 78, 1.1],
      [104, 66, 1.3],
    ],
  },
  rugby: {
    outerColor: '#3c6c1f',
    layers: [
      area(grounds.rugby, box(12, 12, 276, 136)),
      area('#3c6c1f', `${box(12, 12, 32, 136)}${box(256, 12, 32, 136)}`),
      lines(`${box(12, 12, 276, 136)}M44 12v136M256 12v136M92 12v136M208 12v136M150 12v136`, 2.2),
      dashes('M129 12v136M171 12v136', '6 5', 2),
      dashes('M55 24h190M55 136h190M55 48h190M55 112h190', '9 12', 2),
      ...onBothEnds(lines('M44 68v24', 3.5), strokes('M44 68v.1M44 92v.1', 7)),
    ],
    crops: [
      [86, 76, 1.2],
      [214, 84, 1.2],
      [150, 72, 1.15],
    ],
  },
  lacrosse: {
    outerColor: '#0b5f40',
    layers: [
      area(grounds.lacrosse, box(20, 18, 260, 124)),
      ...onBothEnds(
        lines('M104 18v124M20 40h84M20 120h84M122 36h28M122 124h28'),
        area('#0b5f40', ring(60, 80, 13)),
        lines(ring(60, 80, 13)),
        lines('M63 73v14l-11-7z', 2, orange),
      ),
      lines(`${box(20, 18, 260, 124)}M150 18v124`),
      lines('M145 75l10 10M155 75l-10 10', 3),
    ],
    crops: [
      [92, 78, 1.25],
      [208, 82, 1.25],
      [116, 70, 1.15],
    ],
  },
  'field-hockey': {
    outerColor: '#b54076',
    layers: [
      area(grounds['field-hockey'], box(20, 10, 260, 140)),
      ...onBothEnds(
        lines('M20 35a40 40 0 0 1 40 40v10a40 40 0 0 1-40 40M20 74h-8v12h8M82 10v140M20 52h-6M20 108h-6'),
        dashes('M20 22a53 53 0 0 1 53 53v10a53 53 0 0 1-53 53', '5 5', 2),
        strokes('M40 80h.1', 5),
      ),
      lines(`${box(20, 10, 260, 140)}M150 10v140`),
      area('#dbec36', ring(104, 60, 5)),
    ],
    crops: [
      [80, 76, 1.25],
      [220, 84, 1.25],
      [104, 80, 1.15],
    ],
  },
  'ultimate-frisbee': {
    outerColor: '#4b7728',
    layers: [
      area(grounds['ultimate-frisbee'], box(10, 28, 280, 104)),
      area('#4b7728', `${box(10, 28, 50, 104)}${box(240, 28, 50, 104)}`),
      lines(`${box(10, 28, 280, 104)}M60 28v104M240 28v104`),
      lines('M106 76l8 8M114 76l-8 8M186 76l8 8M194 76l-8 8'),
      area(
        orange,
        repeat(8, (i) => ring([10, 60, 240, 290][i % 4] ?? 0, i < 4 ? 28 : 132, 4.5)),
      ),
      dots('M74 112q28 8 56-26', 8, 2.6),
      area('#375f22', ring(153, 74, 22)),
      area(chalk, ring(149, 68, 22)),
      lines(`${ring(149, 68, 15)}${ring(149, 68, 10)}`, 1.8, '#0961bb'),
    ],
    crops: [
      [122, 78, 1.15],
      [140, 76, 1.3],
      [160, 80, 1.1],
    ],
  },
} satisfies Record<string, Drawing>
