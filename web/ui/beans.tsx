import { createElement } from 'react'
import { type BeansMood, drawBeans } from './beans-drawing.ts'
import type { Layer } from './court-art/layers.ts'

interface BeansProps {
  size?: number
  mood?: BeansMood
  className?: string | undefined
}

/** Beans, the dog of the product. He is only a decoration next to a text, so screen readers skip him. */
export function Beans({ size = 64, mood = 'plain', className }: BeansProps) {
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      {createElement('g', { fill: 'none' }, ...drawBeans(mood).map(renderLayer))}
    </svg>
  )
}

function renderLayer({ d, fill, stroke, width, hasRoundCaps, transform }: Layer) {
  return <path d={d} fill={fill} stroke={stroke} strokeWidth={width} strokeLinecap={hasRoundCaps && 'round'} transform={transform} />
}
