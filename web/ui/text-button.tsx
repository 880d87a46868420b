import type { ComponentProps } from 'react'

export const textButtonClasses =
  'relative font-strong text-court underline-offset-3 after:absolute after:-inset-x-2 after:-inset-y-3 hover:underline'

/** A button inside a sentence. The area that reacts to a press is larger than the text. */
export function TextButton(props: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return <button type="button" {...props} className={textButtonClasses} />
}
