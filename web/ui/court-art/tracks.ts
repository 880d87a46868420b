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
  oval,
  repeat,
  ring,
  roundBox,
  strokes,
  withTransform,
} from './layers.ts'

const red = '#de3c37'
const ball = '#dbec36'

const trees = [
  [40, 22, 26],
  [96, 6, 20],
  [250, 30, 28],
  [206, 4, 19],
  [62, 132, 30],
  [126, 150, 22],
  [258, 142, 26],
  [-12, 88, 28],
  [318, 90, 30],
  [300, -24, 26],
  [4, -30, 26],
  [160, -36, 24],
  [190, 186, 26],
  [-14, 180, 30],
  [320, 190, 28],
] as const

/** Tracks and paths. */
export const tracks = {
  running: {
    outerColor: '#2f743d',
    layers: [
      area(grounds.running, oval(80, 104)),
      area('#398141', oval(80, 44)),
      lines(
        repeat(7, (i) => oval(80, 44 + i * 10)),
        2,
      ),
      lines('M150 124v60', 3.5),
      lines(
        repeat(6, (i) => `M${214 + i * 7} ${-24 + i * 10}v10`),
        2.6,
      ),
    ],
    crops: [
      [232, 56, 1.2],
      [66, 62, 1.2],
      [210, 108, 1.05],
    ],
  },
  'track-and-field': {
    outerColor: '#2f743d',
    layers: [
      area(grounds['track-and-field'], box(-300, 84, 900, 100)),
      lines(
        repeat(8, (i) => `M-300 ${84 + i * 14}h900`),
        2,
      ),
      strokes(
        repeat(6, (i) => `M96 ${87.5 + i * 14}v7M216 ${87.5 + i * 14}v7`),
        4.5,
        ball,
      ),
      lines('M30 84v100M36 84v100', 2),
      area(grounds['track-and-field'], box(196, 54, 400, 14)),
      area('#e0c896', box(128, 48, 64, 26)),
      lines(box(128, 48, 64, 26), 2),
      lines('M200 54v14M204 54h300M204 68h300', 2),
      area('#ae8a6d', ring(40, 34, 11)),
      lines(`${ring(40, 34, 11)}M50 31 330-58M50 37 126 62`, 2),
      dashes('M112 12a78 78 0 0 1 4 44M152 0a118 118 0 0 1 6 44M192-12a160 160 0 0 1 6 62', '5 4', 1.8),
    ],
    crops: [
      [142, 82, 1.1],
      [110, 78, 1.2],
      [176, 86, 1.15],
    ],
    maxTurn: 20,
  },
  cycling: {
    outerColor: '#263951',
    layers: [
      area(grounds.cycling, oval(76, 98)),
      lines(
        repeat(5, (i) => oval(76, 60 + i * 8)),
        0.8,
        '#b27c43',
      ),
      area('#0e84b7', oval(76, 50)),
      area('#287070', oval(76, 38)),
      lines(oval(76, 50), 2.4),
      lines(oval(76, 57), 2.4, '#291f18'),
      lines(oval(76, 64), 2.4, '#cc2827'),
      lines(oval(76, 80), 2.4, '#0465af'),
      lines(oval(76, 98), 4),
      lines('M170 130v48', 9),
      lines('M170 130v48', 3, '#291f18'),
      lines('M110-18v48M92 130v48', 2.4, '#cc2827'),
    ],
    crops: [
      [216, 96, 1.1],
      [84, 66, 1.1],
      [180, 108, 1.15],
    ],
  },
  hiking: {
    layers: [
      area('#467955', blob(186, 70, 150, 0.8, 0.9)),
      area('#59885f', blob(190, 68, 84, 0.9, 0.9)),
      lines(
        repeat(13, (i) => blob(180 + i, 72 - i, 252 - i * 20.5, 0.5 + i * 0.05, 0.9)),
        1.5,
        '#c1d0bd',
      ),
      lines(
        repeat(3, (i) => blob(18, 132, 34 - i * 11, 2, 0.8)),
        1.5,
        '#c1d0bd',
      ),
      dashes('M-60 200C0 120 70 150 84 108S60 60 108 62s50 60 78 34', '8 5', 4, '#fcca21'),
      area(chalk, 'M193 44l16 27h-32z'),
      area('#346b49', 'M193 53l4 7-4 3-4-3z'),
      area('#fcca21', ring(84, 108, 6)),
    ],
    crops: [
      [146, 82, 1.1],
      [160, 74, 1.3],
      [128, 90, 1.2],
    ],
    maxTurn: 16,
  },
  walking: {
    layers: [
      area('#4b853e', `${blob(80, 60, 110, 1, 0.7)}${blob(320, 130, 120, 3, 0.7)}`),
      area('#54a4c2', blob(190, 122, 30, 1.2, 0.62, 1.3)),
      lines(blob(190, 122, 30, 1.2, 0.62, 1.3), 1.8),
      lines('M-120 60C-20 40 20 110 84 92s60-60 124-44 60 60 210 30', 28, chalk),
      lines('M-120 60C-20 40 20 110 84 92s60-60 124-44 60 60 210 30', 23, '#d6c298'),
      ...[
        [34, 88, 100],
        [58, 98, 88],
        [86, 88, 70],
        [106, 84, 66],
        [126, 62, 56],
        [146, 58, 66],
        [170, 44, 82],
        [192, 52, 92],
        [216, 44, 100],
        [238, 62, 112],
      ].map(([x = 0, y = 0, turn = 0]): Drawing['layers'][number] => ({
        ...area('#795d3c', 'M0-7c3 0 4 3 3.5 6-.5 2.5-1 3-1.5 4h-4c-.5-1-1-1.5-1.5-4C-4-4-3-7 0-7zM-2 4.500h4v1.200a2 2 0 0 1-4 0z'),
        transform: `translate(${x} ${y}) rotate(${turn}) scale(.85)`,
      })),
      area('#306a2e', trees.map(([x, y, r]) => blob(x + 3, y + 4, r, x, 1, 0.5)).join('')),
      area('#3e7d2f', trees.map(([x, y, r]) => blob(x, y, r, x, 1, 0.5)).join('')),
      strokes(trees.map(([x, y, r]) => `M${x - r / 2} ${y - 2}a${r / 2} ${r / 2} 0 0 1 ${r / 2}-${r / 2}`).join(''), 2),
    ],
    crops: [
      [146, 76, 1.1],
      [124, 74, 1.25],
      [186, 84, 1.2],
    ],
    maxTurn: 16,
  },
  skateboarding: {
    layers: [
      area(
        '#7b8090',
        repeat(12, (i) => box(-240 + i * 80, -240 + (i % 2) * 80, 80, 560)),
      ),
      ...[0, 9, 19, 30].map((inset, i) =>
        area(['#707097', '#62608d', '#545183', '#464374'][i] ?? chalk, blob(138, 80, 84 - inset, 2.2, 0.7, 1.3)),
      ),
      lines(blob(138, 80, 84, 2.2, 0.7, 1.3), 5),
      lines(blob(138, 80, 65, 2.2, 0.7, 1.3), 1.2, '#9494b7'),
      dots('M96 60q30 46 76 26', 7, 2.4),
      ...withTransform(
        'translate(196 66) rotate(-38)',
        strokes('M-19-11v22M19-11v22', 6, ball),
        area(red, roundBox(-34, -10, 68, 20, 10)),
        lines(roundBox(-34, -10, 68, 20, 10), 1.8),
        strokes('M-21-4v.1M-21 4v.1M-17-4v.1M-17 4v.1M21-4v.1M21 4v.1M17-4v.1M17 4v.1', 2),
      ),
    ],
    crops: [
      [156, 76, 1.15],
      [168, 72, 1.3],
      [140, 82, 1.1],
    ],
  },
} satisfies Record<string, Drawing>
