import { createElement } from 'react'
import { type BeansMood, drawBeans } from './beans-drawing.ts'
import type { Layer } from './court-art/layers.ts'

interface BeansProps {
  size?: number
  mood?: BeansMood
  className?: string | undefined
}

/** Beans, the dog. He stands beside words and never speaks for them, so screen readers pass him by. */
export function Beans({ size = 64, mood = 'plain', className }: BeansProps) {
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      {createElement('g', { fill: 'none' }, ...drawBeans(mood).map(part))}
    </svg>
  )
}

function part({ d, fill, stroke, width, round, move }: Layer) {
  return <path d={d} fill={fill} stroke={stroke} strokeWidth={width} strokeLinecap={round && 'round'} transform={move} />
}
