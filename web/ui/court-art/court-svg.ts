import type { ActivityId } from '../../../domain/activities.ts'
import { commonDrawings } from './common-drawings.ts'
import { drawCourt } from './draw-court.ts'
import { grounds } from './grounds.ts'
import type { Drawing, Layer } from './layers.ts'
import { otherDrawings } from './other-drawings.ts'

export const drawings: Record<ActivityId, Drawing> = { ...commonDrawings, ...otherDrawings }

/** The same picture as `CourtArt`, as SVG text, for code without React such as link previews and emails. */
export function courtSvg(activity: ActivityId, seed: string): string {
  const { outerColor = grounds[activity], view, layers } = drawCourt(drawings[activity], seed)
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 160" preserveAspectRatio="xMidYMid slice" aria-hidden="true">' +
    `<path fill="${outerColor}" d="M-900-900h2100v2100H-900z"/><g transform="${view}" fill="none">${layers.map(writePath).join('')}</g></svg>`
  )
}

export function writePath({ d, fill, stroke, width, dash, hasRoundCaps, transform }: Layer): string {
  const attributes: [string, string | number | undefined][] = [
    ['d', d],
    ['fill', fill],
    ['stroke', stroke],
    ['stroke-width', width],
    ['stroke-dasharray', dash],
    ['stroke-linecap', hasRoundCaps && 'round'],
    ['transform', transform],
  ]
  return `<path${attributes.map(([name, value]) => (value === undefined ? '' : ` ${name}="${value}"`)).join('')}/>`
}
