import type { ComponentProps } from 'react'

/** A button that reads on as a part of a sentence; a finger finds more of it than the words. */
export function TextButton(props: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return (
    <button
      type="button"
      {...props}
      className="relative font-strong text-court underline-offset-3 after:absolute after:-inset-x-2 after:-inset-y-3 hover:underline"
    />
  )
}
