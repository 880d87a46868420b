import { createElement } from 'react'
import { drawCourt } from './draw-court.ts'
import type { Drawing, Layer } from './layers.ts'

/** The lines of a drawing. The svg around it has already painted the background color. */
export function CourtLines({ drawing, seed }: { drawing: Drawing; seed: string }) {
  const { outerColor, view, layers } = drawCourt(drawing, seed)
  return (
    <>
      {outerColor && <path fill={outerColor} d="M-900-900h2100v2100H-900z" />}
      {createElement('g', { transform: view, fill: 'none' }, ...layers.map(renderLayer))}
    </>
  )
}

function renderLayer({ d, fill, stroke, width, dash, hasRoundCaps, transform }: Layer) {
  return (
    <path
      d={d}
      fill={fill}
      stroke={stroke}
      strokeWidth={width}
      strokeDasharray={dash}
      strokeLinecap={hasRoundCaps && 'round'}
      transform={transform}
    />
  )
}
