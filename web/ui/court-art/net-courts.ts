import { grounds } from './grounds.ts'
import { area, box, chalk, type Drawing, dashes, dots, lines, pointOnCircle, repeat, ring, strokes } from './layers.ts'

const glass = '#afd9ea'
const ball = '#dbec36'

/** Courts with a net or a wall to play against. */
export const netCourts = {
  pickleball: {
    outerColor: '#175d9b',
    layers: [
      area(grounds.pickleball, box(20, 20, 260, 120)),
      lines(`${box(20, 20, 260, 120)}M150 20v120M105 20v120M195 20v120M20 80h85M195 80h85`),
    ],
    crops: [
      [150, 80, 1.3],
      [112, 70, 1.5],
      [188, 90, 1.5],
    ],
  },
  tennis: {
    outerColor: '#1a6444',
    layers: [
      area(grounds.tennis, box(20, 20, 260, 120)),
      lines(`${box(20, 20, 260, 120)}M20 36h260M20 124h260M150 13v134M85 36v88M215 36v88M85 80h130M20 80h6M274 80h6`),
    ],
    crops: [
      [150, 80, 1.2],
      [100, 74, 1.4],
      [200, 86, 1.4],
    ],
  },
  badminton: {
    outerColor: '#b78853',
    layers: [
      area(grounds.badminton, box(12, 12, 276, 136)),
      lines(`${box(20, 20, 260, 120)}M20 30h260M20 130h260M36 20v120M264 20v120M114 20v120M186 20v120M20 80h94M186 80h94`, 2),
      lines('M150 12v136', 1.4),
      strokes('M150 13v.1M150 147v.1', 6),
    ],
    crops: [
      [150, 74, 1.25],
      [86, 86, 1.4],
      [214, 74, 1.4],
    ],
  },
  padel: {
    outerColor: '#2f3c5d',
    layers: [
      area(grounds.padel, box(20, 15, 260, 130)),
      lines('M60 15v130M240 15v130M60 80h180'),
      lines('M150 12v136', 3),
      dashes('M72 15h156M72 145h156', '1.5 4.5', 4, glass),
      lines('M73 15H20v130h53M227 15h53v130h-53', 6, glass),
      dots('M72 15H20v130h52M228 15h52v130h-52', 26, 6, chalk),
    ],
    crops: [
      [84, 76, 1.25],
      [216, 84, 1.25],
      [150, 80, 1.1],
    ],
  },
  'table-tennis': {
    outerColor: '#a43b38',
    layers: [
      area('#7c2524', box(56, 32, 200, 111)),
      area(grounds['table-tennis'], box(50, 24.5, 200, 111)),
      lines(box(51.5, 26, 197, 108), 3),
      lines('M50 80h200', 1.2),
      lines('M150 16v128', 2.4),
      strokes('M150 16v.1M150 144v.1', 6),
      area('#20242e', ring(222, 112, 17)),
      strokes('M235 125l12 12', 8, '#d6a771'),
      area(chalk, ring(190, 62, 5)),
    ],
    crops: [
      [150, 80, 1.1],
      [188, 88, 1.35],
      [170, 78, 1.2],
    ],
  },
  squash: {
    outerColor: '#822b2a',
    layers: [
      area(grounds.squash, box(50, 14.5, 200, 131)),
      area('#b8793c', `${box(162, 14.5, 34, 33)}${box(162, 112.5, 34, 33)}`),
      lines('M162 14.5v131M162 80h88M162 47.5h34v-33M162 112.5h34v33'),
      lines(box(50, 14.5, 200, 131), 4),
      lines('M44 14.5v131', 3, '#f47c6b'),
    ],
    crops: [
      [166, 76, 1.15],
      [150, 70, 1.3],
      [186, 92, 1.35],
    ],
  },
  racquetball: {
    outerColor: '#194f81',
    layers: [
      area(grounds.racquetball, box(20, 15, 260, 130)),
      area('#316ca5', box(117, 15, 33, 130)),
      lines(`${box(20, 15, 260, 130)}M117 15v130M150 15v130M117 26h33M117 134h33M117 37h33M117 123h33`),
      dashes('M184 15v130', '7 7'),
    ],
    crops: [
      [140, 62, 1.3],
      [156, 98, 1.4],
      [136, 80, 1.1],
    ],
  },
  volleyball: {
    outerColor: '#00656a',
    layers: [
      area(grounds.volleyball, box(40, 30, 220, 100)),
      area('#c26030', box(113, 30, 74, 100)),
      lines(`${box(40, 30, 220, 100)}M113 30v100M187 30v100`),
      dashes('M113 26v-24M187 26v-24M113 134v24M187 134v24', '4 4'),
      lines('M150 18v124', 3),
      strokes('M150 17v.1M150 143v.1', 7),
    ],
    crops: [
      [150, 80, 1.2],
      [124, 72, 1.4],
      [176, 90, 1.4],
    ],
  },
  'sand-volleyball': {
    outerColor: '#c29a55',
    layers: [
      area(grounds['sand-volleyball'], box(40, 25, 220, 110)),
      strokes(
        repeat(9, (i) => `M${-70 + (i % 3) * 130} ${-30 + i * 26}q9-6 18 0t18 0M${10 + (i % 4) * 90} ${-18 + i * 26}q7-5 14 0t14 0`),
        2,
        '#b58947',
      ),
      lines('M40 25l-14-14M260 25l14-14M40 135l-14 14M260 135l14 14', 1.4),
      lines(box(40, 25, 220, 110), 3.2, '#17559b'),
      dashes('M150 12v136', '2 2', 5),
      strokes('M150 11v.1M150 149v.1', 9, '#17559b'),
      area('#a47634', ring(205, 67, 12)),
      area(chalk, ring(202, 63, 12)),
      lines('M202 63c-6 0-10-4-11-7M202 63c3-6 1-10-2-12M202 63c5 3 7 7 6 10M202 63c-5 2-8 6-7 9M202 63c6-1 9-5 9-8', 1.3, '#17559b'),
    ],
    crops: [
      [164, 78, 1.15],
      [184, 70, 1.35],
      [134, 86, 1.2],
    ],
  },
  spikeball: {
    layers: [
      area('#317433', ring(156, 88, 48)),
      dashes(ring(150, 80, 116), '9 8', 2),
      area('#1e2d21', ring(150, 80, 46)),
      lines(
        repeat(9, (i) => {
          const offset = i * 9 - 36
          const reach = Math.round(Math.sqrt(46 * 46 - offset * offset))
          return `M${150 + offset} ${80 - reach}v${2 * reach}M${150 - reach} ${80 + offset}h${2 * reach}`
        }),
        1.1,
      ),
      lines(ring(150, 80, 46), 6, ball),
      strokes(
        repeat(5, (i) => `M${pointOnCircle(150, 80, 46, i * 72 - 90)}L${pointOnCircle(150, 80, 54, i * 72 - 90)}`),
        6,
        '#1e2d21',
      ),
      area(ball, ring(186, 56, 11)),
      lines('M178 64c0-8 6-15 15-16M176 53c8 0 15 6 18 12', 1.4, '#687c02'),
    ],
    crops: [
      [158, 76, 1.15],
      [140, 82, 1.3],
      [166, 72, 1.4],
    ],
  },
} satisfies Record<string, Drawing>
