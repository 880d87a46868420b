import type { ComponentProps } from 'react'
import { joinClasses } from './class-names.ts'

type CardProps = ComponentProps<'div'> & {
  /** Adds a shadow. Use it only for the main card of a screen. */
  isRaised?: boolean
}

export function Card({ isRaised = false, className, ...rest }: CardProps) {
  return <div {...rest} className={joinClasses('rounded-card border border-line bg-card', isRaised && 'shadow-card', className)} />
}
