import type { ComponentProps } from 'react'
import { joinClasses } from './class-names.ts'

type CardProps = ComponentProps<'div'> & {
  /** For the one card a screen is about. The rest lie flat. */
  isRaised?: boolean
}

export function Card({ isRaised = false, className, ...rest }: CardProps) {
  return <div {...rest} className={joinClasses('rounded-card border border-line bg-card', isRaised && 'shadow-card', className)} />
}
