import type { teamColors } from './contract.ts'

type TeamColor = (typeof teamColors)[number]

/** The shade of each color under the light lines of a court. It is the same on light and dark screens, like the ground of a court. */
export const coverShades: Record<TeamColor, string> = {
  blue: '#2863ab',
  green: '#008760',
  red: '#b0403a',
  orange: '#c8712f',
  yellow: '#c99a1e',
  purple: '#6a51a4',
  teal: '#00849c',
  black: '#30353f',
  white: '#b9c0c4',
}
