import type { Layer } from './court-art/layers.ts'

export type BeansMood = 'plain' | 'happy' | 'sad' | 'asleep'

const coat = '#cf955c'
const ear = '#84512f'
const cream = '#f6e4ca'
const dark = '#22180f'
const pink = '#e8808a'

const line = (d: string, width = 2, stroke = dark): Layer => ({ d, stroke, width, hasRoundCaps: true })
const dot = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`

const head: Layer[] = [
  { fill: coat, d: 'M32 10c12.5 0 20 9 20 21.5C52 45 43.5 56 32 56S12 45 12 31.5C12 19 19.5 10 32 10z' },
  {
    fill: cream,
    d: 'M32 10c1.8 0 3.5.2 5 .6-1.2 3.4-1.6 8.4-1.6 14.4 0 4 3.1 6.5 6 8.5 2.4 1.7 3.6 4.5 3.6 8C45 50.5 39.5 56 32 56s-13-5.5-13-14.5c0-3.5 1.2-6.3 3.6-8 2.9-2 6-4.5 6-8.5 0-6-.4-11-1.6-14.4 1.5-.4 3.2-.6 5-.6z',
  },
]
const nose: Layer[] = [
  { fill: dark, d: 'M27.5 36.5h9c1.6 0 2.3 1.5 1.6 2.9C37 41.8 34.3 44 32 44s-5-2.2-6.1-4.6c-.7-1.4 0-2.9 1.6-2.9z' },
  { fill: '#6b5a4c', d: 'M28.8 38h4.4c-.3 1.1-1.4 1.5-2.6 1.5s-2-.6-1.8-1.5z' },
]
const openEyes = (dx = 0, dy = 0): Layer[] => [
  { fill: dark, d: dot(24, 29.5, 3.3) + dot(40, 29.5, 3.3) },
  { fill: cream, d: dot(25 + dx, 28.4 + dy, 1.1) + dot(41 + dx, 28.4 + dy, 1.1) },
]
const hangingEars: Layer = {
  fill: ear,
  d: 'M19.5 13.5C10 11.5 2.5 21 3 34.5c.2 7.5 3 11.5 6.6 11.5 7 0 4.4-16 10.6-23.5 2.5-3 3-8.2-.7-9zM44.5 13.5C54 11.5 61.5 21 61 34.5c-.2 7.5-3 11.5-6.6 11.5-7 0-4.4-16-10.6-23.5-2.5-3-3-8.2.7-9z',
}
const smile = line('M32 44v3.5m0 0c-1.8 2.7-5.2 2.8-7 .5m7-.5c1.8 2.7 5.2 2.8 7 .5')

const moods: Record<BeansMood, Layer[]> = {
  plain: [...head, hangingEars, ...openEyes(), ...nose, smile],
  happy: [
    ...head,
    {
      fill: ear,
      d: 'M22.5 15C17 6.5 5.5 4 1.8 11c-3.3 6.5 2 13.5 9 13.5 5 0 8-1.5 11-3.5 2.3-1.6 2-4.3.7-6zM41.5 15C47 6.5 58.5 4 62.2 11c3.3 6.5-2 13.5-9 13.5-5 0-8-1.5-11-3.5-2.3-1.6-2-4.3-.7-6z',
    },
    ...openEyes(),
    ...nose,
    { fill: dark, d: 'M24 46c5 1.5 11 1.5 16 0 .3 5.5-3.5 9-8 9s-8.3-3.5-8-9z' },
    { fill: pink, d: 'M27.5 50c0-1.8 2-2.5 4.5-2.5s4.5.7 4.5 2.5v6.5c0 2.8-2 4.5-4.5 4.5s-4.5-1.7-4.5-4.5z' },
    line('M32 50.5v5', 1.2, '#c05c6b'),
    line('M32 44v2.5', 2),
  ],
  sad: [
    ...head,
    {
      fill: ear,
      d: 'M19.5 13.5C10 11.5 2.5 21 3 34.5c.2 7.5 3 11.5 6.6 11.5 7 0 4.4-16 10.6-23.5 2.5-3 3-8.2-.7-9zM41.5 15C46 7 57 3.5 61.5 10c4 6-.5 14-8 14.5-5 .3-8-1.5-11-3.5-2.3-1.6-2.2-4.3-1-6z',
    },
    ...openEyes(0.4, -0.4),
    line('M21.5 24.5c1.5-1.2 3-1.6 5-1.4M37.5 21.5c1.6-1.5 4-1.7 6-.5', 2),
    ...nose,
    line('M32 44v3m-6 2.5c1.5-2.4 4-3 6-2.5 1.7.4 4 .2 5.5-1'),
  ].map((layer) => ({ ...layer, transform: 'rotate(-10 32 36)' })),
  asleep: [
    ...[...head, hangingEars, line('M20 29.5c1.8 2.6 6 2.6 7.8 0M36.2 29.5c1.8 2.6 6 2.6 7.8 0', 2.2), ...nose, smile].map((layer) => ({
      ...layer,
      transform: 'translate(-1 5) rotate(7 32 36)',
    })),
    line('M47 3h7l-7 7h7M57.5 12.5h4.5l-4.5 4.5h4.5', 2, 'currentColor'),
  ],
}

/** The layers of Beans, in a square of 64 by 64. The "zz" of a sleeping Beans has the color of the text around him. */
export const drawBeans = (mood: BeansMood): Layer[] => moods[mood]
