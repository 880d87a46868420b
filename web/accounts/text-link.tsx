import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { joinClasses } from '../ui/class-names.ts'
import { keepReturnPath } from './return-path.ts'

/** A link inside a sentence, from one sign-in screen to another. */
export function TextLink({ to, className, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  return (
    <Link
      {...rest}
      to={keepReturnPath(to)}
      className={joinClasses('font-strong text-court underline-offset-3 hover:underline', className)}
    />
  )
}
