import { grounds } from './grounds.ts'
import {
  area,
  box,
  chalk,
  type Drawing,
  dashes,
  dots,
  lines,
  pointOnCircle,
  polygon,
  repeat,
  ring,
  strokes,
  withTransform,
} from './layers.ts'

const red = '#db423c'
const ball = '#dbec36'
const dark = '#132419'

const pawn = 'M0-12a5.5 5.5 0 0 1 3.5 9.7C4 3 5 5 8 8v4H-8V8c3-3 4-5 4.5-10.3A5.5 5.5 0 0 1 0-12z'
const rook = 'M-9-12h4.5v3h2.3v-3h4.4v3h2.3v-3H9v7l-3 2.5L7 8l2 1v3H-9V9l2-1 1-10.5L-9-5z'
const knight = 'M-7 12V9c1-5 6-7 6-11-3 3-5 1-7 3l-3-3c1-5 3-8 8-9l1-3 3 2.5C7-10 9-5 9 3c0 3-1 4-1 6v3z'
const bishop = 'M0-14a2 2 0 0 1 1.5 3.5C5-8 6-5 6-3 6 0 4 1 3 2l1.5 6L8 10v2H-8v-2l3.5-2L-3 2C-4 1-6 0-6-3c0-2 1-5 4.5-7.5A2 2 0 0 1 0-14z'
const piece = (column: number, row: number, shape: string, light: boolean) =>
  withTransform(
    `translate(${47 + column * 26 + 12} ${-24 + row * 26 + 13}) scale(.86)`,
    area(light ? chalk : dark, shape),
    lines(shape, 1.4, light ? dark : chalk),
  )

const hex = (q: number, r: number) => [150 + (q + r / 2) * 48.5, 80 + r * 42] as const
const landColors = ['#629742', '#e1b850', '#266739', '#b85c37', '#738292', '#c9ad7e']
const tiles = [...Array(25).keys()].map((i) => ({ q: (i % 5) - 2, r: Math.floor(i / 5) - 2, i })).filter(({ q, r }) => Math.abs(q + r) < 3)
const meeple =
  'M0-21a8 8 0 0 1 7.5 10.8C13-8 23-4 23 0c0 3.5-6 4-11.5 4 2 4 7 9 7 13 0 2-1 3-3 3H6.5c-2 0-3-1-3.5-3-.5-2.5-1.5-4-3-4s-2.5 1.5-3 4c-.5 2-1.5 3-3.5 3h-9c-2 0-3-1-3-3 0-4 5-9 7-13C-17 4-23 3.5-23 0c0-4 10-8 15.5-10.2A8 8 0 0 1 0-21z'

const wedgeColors = [ball, '#2f8adc', red, '#3eab5e', '#f28f29', '#d861aa']
const slice = (i: number, from: number, to: number, inner: number, outer: number) =>
  `M${pointOnCircle(150, 80, inner, i + from)}L${pointOnCircle(150, 80, outer, i + from)}A${outer} ${outer} 0 0 1 ${pointOnCircle(150, 80, outer, i + to)}L${pointOnCircle(150, 80, inner, i + to)}z`

/** Game boards, screens, and the drawing for other activities. */
export const tables = {
  chess: {
    outerColor: '#5f4025',
    layers: [
      area('#ece9d2', box(46, -24, 208, 208)),
      area(
        grounds.chess,
        repeat(32, (i) => {
          const row = Math.floor(i / 4)
          return box(46 + ((i % 4) * 2 + ((row + 1) % 2)) * 26, -24 + row * 26, 26, 26)
        }),
      ),
      lines(box(42, -28, 216, 216), 2.4),
      ...piece(2, 2, knight, false),
      ...piece(4, 3, pawn, false),
      ...piece(5, 2, bishop, false),
      ...piece(3, 4, pawn, true),
      ...piece(5, 5, knight, true),
      ...piece(2, 5, rook, true),
      ...piece(6, 3, rook, false),
    ],
    crops: [
      [150, 80, 1.15],
      [134, 82, 1.3],
      [168, 84, 1.25],
    ],
    maxTurn: 16,
  },
  'board-games': {
    layers: [
      ...tiles.map(({ q, r, i }) => area(landColors[(i * 7 + 2) % 6] ?? chalk, polygon(...hex(q, r), 28, 6))),
      lines(tiles.map(({ q, r }) => polygon(...hex(q, r), 28, 6)).join(''), 2.6),
      area(
        chalk,
        tiles
          .filter(({ i }) => i % 3)
          .map(({ q, r }) => ring(...hex(q, r), 8))
          .join(''),
      ),
      strokes(
        tiles
          .filter(({ i }) => i % 3 === 1)
          .map(({ q, r }) => {
            const [x, y] = hex(q, r)
            return `M${x - 3} ${y}h.1M${x + 3} ${y}h.1`
          })
          .join(''),
        3,
        red,
      ),
      strokes(
        tiles
          .filter(({ i }) => i % 3 === 2)
          .map(({ q, r }) => {
            const [x, y] = hex(q, r)
            return `M${x - 3} ${y + 2}h.1M${x + 3} ${y + 2}h.1M${x} ${y - 3}h.1`
          })
          .join(''),
        2.6,
        dark,
      ),
      strokes('M125.8 66v28l24.2 14 24.2-14', 5, '#1351a6'),
      ...withTransform('translate(176 62) rotate(6)', area('#1d3425', meeple)),
      ...withTransform('translate(173 58) rotate(6)', area(red, meeple), lines(meeple, 2)),
    ],
    crops: [
      [152, 76, 1.15],
      [164, 72, 1.35],
      [140, 84, 1.2],
    ],
    maxTurn: 18,
  },
  'tabletop-rpg': {
    layers: [
      lines(
        repeat(44, (i) => `M${-200 + i * 16}-240v640M-240 ${-224 + i * 16}h780`),
        0.8,
        '#504860',
      ),
      area(
        '#686484',
        `${box(24, 16, 80, 64)}${box(24, 112, 96, 64)}${box(184, 96, 112, 64)}${box(104, 32, 48, 16)}${box(56, 80, 16, 32)}${box(120, 128, 64, 16)}${box(248, -32, 16, 128)}`,
      ),
      lines(
        repeat(44, (i) => `M${-200 + i * 16}-240v640M-240 ${-224 + i * 16}h780`),
        0.8,
        '#797696',
      ),
      lines('M152 32h-48V16H24v64h32v32H24v64h96v-32h64v16h112V96h-32V-32M152 48h-48v32H72v32h48v16h64V96h64V-32'),
      strokes('M56 96h16M152 128v16', 4, ball),
      ...withTransform(
        'translate(186 54) rotate(8)',
        area('#181322', polygon(4, 5, 48, 6)),
        area('#be2132', polygon(0, 0, 48, 6)),
        area('#de3b3d', polygon(0, 0, 27, 3)),
        lines(
          `${polygon(0, 0, 48, 6)}${polygon(0, 0, 27, 3)}M0-48v21M41.6-24 0-27-41.6-24M41.6-24 23.4 13.5 41.6 24M-41.6-24-23.4 13.5-41.6 24M23.4 13.5 0 48-23.4 13.5`,
        ),
      ),
    ],
    crops: [
      [150, 76, 1.1],
      [166, 66, 1.3],
      [132, 80, 1.15],
    ],
    maxTurn: 16,
  },
  trivia: {
    layers: [
      lines(
        repeat(24, (i) => `M${pointOnCircle(150, 80, 96, i * 15)}L${pointOnCircle(150, 80, 330, i * 15)}`),
        12,
        '#674098',
      ),
      area('#422667', ring(154, 86, 76)),
      ...wedgeColors.map((color, i) => area(color, slice(i * 60 - 90, 0, 60, 0, 56))),
      ...wedgeColors.map((color, i) =>
        area(
          color,
          repeat(6, (k) =>
            (((k + i) % 6) + 6) % 6 === 0
              ? slice(k * 60 - 90, 0, 20, 58, 76) + slice(k * 60 + 150, 20, 40, 58, 76) + slice(k * 60 + 30, 40, 60, 58, 76)
              : '',
          ),
        ),
      ),
      lines(
        `${ring(150, 80, 76)}${ring(150, 80, 57)}${repeat(18, (i) => `M${pointOnCircle(150, 80, 57, i * 20 - 90)}L${pointOnCircle(150, 80, 76, i * 20 - 90)}`)}${repeat(6, (i) => `M150 80L${pointOnCircle(150, 80, 57, i * 60 - 90)}`)}`,
        2.6,
      ),
      area('#482971', ring(150, 80, 29)),
      lines(ring(150, 80, 29), 2.6),
      strokes('M141 73a9 9 0 1 1 13 8q-4 2-4 7', 5),
      strokes('M150 97v.1', 6),
    ],
    crops: [
      [150, 80, 1],
      [140, 78, 1.2],
      [164, 80, 1.15],
    ],
    maxTurn: 12,
  },
  esports: {
    layers: [
      lines(
        repeat(36, (i) => `M${-180 + i * 20}-220v600M-220 ${-180 + i * 20}h760`),
        0.8,
        '#433e7b',
      ),
      area('#005055', box(62, -8, 176, 176)),
      area('#0092b0', 'M62-8h13l163 163v13h-13L62 5z'),
      strokes('M82 150V12h138M82 148h136V14M84 146 218 14', 9, '#2b2654'),
      strokes('M82 150V12h138M82 148h136V14M84 146 218 14', 4),
      area('#1289e7', `M62 168v-42a42 42 0 0 1 42 42z${ring(82, 84, 7)}${ring(82, 40, 7)}${ring(118, 112, 7)}${ring(150, 148, 7)}`),
      area('#ed4857', `M238-8v42a42 42 0 0 1-42-42z${ring(218, 76, 7)}${ring(218, 120, 7)}${ring(182, 48, 7)}${ring(150, 12, 7)}`),
      lines(
        `M62 126a42 42 0 0 1 42 42M238 34a42 42 0 0 1-42-42${[
          [82, 84],
          [82, 40],
          [118, 112],
          [150, 148],
          [218, 76],
          [218, 120],
          [182, 48],
          [150, 12],
        ]
          .map(([x = 0, y = 0]) => ring(x, y, 7))
          .join('')}`,
        2,
      ),
      lines(box(62, -8, 176, 176), 2.4),
      dots('M132 66l34 28', 11, 4, ball),
    ],
    crops: [
      [150, 80, 0.78],
      [138, 84, 0.9],
      [162, 76, 0.9],
    ],
    maxTurn: 20,
  },
  other: {
    outerColor: '#235193',
    layers: [
      area(grounds.other, box(-200, -120, 350, 400)),
      area('#009176', 'M150-120h350v400H150z'),
      area('#e9683f', 'M150 80m-62 0a62 62 0 0 1 124 0z'),
      area('#ecbd3a', 'M150 80m-62 0a62 62 0 0 0 124 0z'),
      area('#c65b93', `${box(232, 96, 56, 90)}`),
      area('#ecbd3a', 'M232-30h80v80z'),
      area('#e9683f', 'M-20 186V96h74z'),
      lines(`M150-120v400M-200 80h700${ring(150, 80, 62)}${ring(150, 80, 24)}`),
      lines('M20-40v240M280-40v240M20 20h260M20 140h260', 2.4),
      lines('M20 44h44v72H20', 2.4),
      dashes('M64 44a36 36 0 0 1 0 72', '6 5', 2.4),
      lines('M232 96h56M232 20 280 68', 2.4),
      area(ball, ring(196, 46, 11)),
    ],
    crops: [
      [150, 80, 1.1],
      [120, 84, 1.25],
      [186, 76, 1.25],
    ],
  },
} satisfies Record<string, Drawing>
