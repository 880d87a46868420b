/** What is drawn behind the head and before it, in the color of the hair. The head is an ellipse around (50, 46). */
export type Hair = { back?: string; front: string }

const circle = (x: number, y: number, radius: number) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0z`
const circles = (...list: [number, number, number][]) => list.map((values) => circle(...values)).join('')

const short = 'M30 46C27 26 38 18 50 18s23 8 20 28c-2-7-4-11-8-14c-8 3-18 3-24 0c-4 3-6 7-8 14z'
const parted = 'M30 47C26 25 39 17 52 17c15 0 21 12 18 30c-1-7-3-12-6-16c-8 5-20 4-26-2c-3 5-6 9-8 18z'
const middle = 'M29 50C26 26 38 17 50 17s24 9 21 33c-2-10-8-17-21-25c-13 8-19 15-21 25z'
const bangs = 'M29 50C26 26 38 17 50 17s24 9 21 33c-1-5-2-8-4-11c-10 3-24 3-34 0c-2 3-3 6-4 11z'
const longBack = 'M27 46C25 22 38 15 50 15s25 7 23 31c-1 14 4 24 5 36c-8 5-18 4-20-4H42c-2 8-12 9-20 4c1-12 6-22 5-36z'
const bobBack = 'M27 46C25 22 38 15 50 15s25 7 23 31c0 8 1 14 2 21c-6 4-14 3-17-3H42c-3 6-11 7-17 3c1-7 2-13 2-21z'

/** Hair that suits everybody, and hair that reaches the shoulders or is tied. */
export const shortHair: readonly Hair[] = [
  { front: short },
  { front: parted },
  { front: circles([35, 29, 8], [43, 22, 8], [52, 20, 8], [61, 24, 8], [67, 31, 7], [32, 37, 5], [69, 38, 4]) },
  { front: 'M31 42C30 27 39 20 50 20s20 7 19 22c-3-8-6-11-10-12c-6-2-13-2-18 0c-4 1-7 4-10 12z' },
  { front: 'M32 40l2-16l6 4l3-11l7 7l7-8l3 11l7-3l1 16c-2-4-4-7-7-8c-7 2-16 2-22 0c-3 2-5 4-7 8z' },
]
export const longHair: readonly Hair[] = [
  { back: longBack, front: middle },
  { back: longBack, front: parted },
  { back: bobBack, front: bangs },
  { back: bobBack, front: parted },
  { back: circle(50, 13, 9), front: short },
  { back: `${circle(72, 30, 9)}M72 32c12 8 10 26 4 34c-1-12-4-22-10-26z`, front: parted },
  { back: circles([50, 34, 31], [26, 48, 11], [74, 48, 11], [29, 58, 9], [71, 58, 9]), front: short },
  { back: 'M29 46c-6 14-5 26-3 36c3 2 6 1 7-1c0-12 0-20 2-28zM71 46c6 14 5 26 3 36c-3 2-6 1-7-1c0-12 0-20-2-28z', front: middle },
]

/** Hair below a hat: nothing above the forehead. */
export const sides = 'M30 48C29 40 30 35 32 32l3 2c-2 4-3 8-5 14zM70 48c1-8 0-13-2-16l-3 2c2 4 3 8 5 14z'

export const beards = [
  'M31 48c0 17 8 23 19 23s19-6 19-23c-2 6-5 9-9 9c-6-2-14-2-20 0c-4 0-7-3-9-9z',
  'M40 59c4-3 16-3 20 0c1 8-4 12-10 12s-11-4-10-12z',
  'M41 58c3-3 7-3 9-1c2-2 6-2 9 1c-4 2-7 2-9 1c-2 1-5 1-9-1z',
]
