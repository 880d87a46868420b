import { createElement } from 'react'
import { drawCourt } from './draw-court.ts'
import type { Drawing, Layer } from './layers.ts'

/** A drawing inside an svg that has its ground already. */
export function CourtLines({ drawing, seed }: { drawing: Drawing; seed: string }) {
  const { around, view, layers } = drawCourt(drawing, seed)
  return (
    <>
      {around && <path fill={around} d="M-900-900h2100v2100H-900z" />}
      {createElement('g', { transform: view, fill: 'none' }, ...layers.map(path))}
    </>
  )
}

function path({ d, fill, stroke, width, dash, round, move }: Layer) {
  return (
    <path d={d} fill={fill} stroke={stroke} strokeWidth={width} strokeDasharray={dash} strokeLinecap={round && 'round'} transform={move} />
  )
}
