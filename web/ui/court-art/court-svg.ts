import type { ActivityId } from '../../../domain/activities.ts'
import { courts } from './courts.ts'
import { drawCourt } from './draw-court.ts'
import { grounds } from './grounds.ts'
import type { Drawing, Layer } from './layers.ts'
import { places } from './places.ts'

export const drawings: Record<ActivityId, Drawing> = { ...courts, ...places }

/** The same picture as CourtArt, as words, for where there is no React: previews and mail. */
export function courtSvg(activity: ActivityId, seed: string): string {
  const { around = grounds[activity], view, layers } = drawCourt(drawings[activity], seed)
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 160" preserveAspectRatio="xMidYMid slice" aria-hidden="true">' +
    `<path fill="${around}" d="M-900-900h2100v2100H-900z"/><g transform="${view}" fill="none">${layers.map(writePath).join('')}</g></svg>`
  )
}

export function writePath({ d, fill, stroke, width, dash, round, move }: Layer): string {
  const attributes: [string, string | number | undefined][] = [
    ['d', d],
    ['fill', fill],
    ['stroke', stroke],
    ['stroke-width', width],
    ['stroke-dasharray', dash],
    ['stroke-linecap', round && 'round'],
    ['transform', move],
  ]
  return `<path${attributes.map(([name, value]) => (value === undefined ? '' : ` ${name}="${value}"`)).join('')}/>`
}
