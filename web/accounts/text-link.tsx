import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { joinClasses } from '../ui/class-names.ts'
import { keepNextStop } from './next-stop.ts'

/** From one sign-in screen to another, in a sentence. */
export function TextLink({ to, className, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  return (
    <Link {...rest} to={keepNextStop(to)} className={joinClasses('font-strong text-court underline-offset-3 hover:underline', className)} />
  )
}
