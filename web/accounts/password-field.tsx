import { type ComponentProps, useState } from 'react'
import { minPasswordLength } from '../../domain/accounts/contract.ts'
import { joinClasses } from '../ui/class-names.ts'
import { TextField } from '../ui/field.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'type' | 'action'> & { label?: string }

export function PasswordField({ label = 'Password', ...rest }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      {...rest}
      label={label}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      action={
        <button
          type="button"
          onClick={() => setShown(!isShown)}
          className="mr-0.5 min-h-11 rounded-control px-3 text-small font-strong text-court hover:underline"
        >
          {isShown ? 'Hide' : 'Show'}
          <VisuallyHidden> password</VisuallyHidden>
        </button>
      }
    />
  )
}

const steps = [
  { from: 0, words: `At least ${minPasswordLength} characters. Three or four words work well.` },
  { from: minPasswordLength, words: 'Long enough. One more word makes it stronger.' },
  { from: 12, words: 'Good.' },
  { from: 16, words: 'Very good.' },
] as const

/** Length is what makes a password hard to guess, so length is what is shown. */
export function PasswordStrength({ password }: { password: string }) {
  const { length } = [...password]
  const reached = steps.filter(({ from }) => length >= from)
  return (
    <span className="grid gap-1.5 pt-0.5">
      <span className="flex gap-1" aria-hidden="true">
        {steps.slice(1).map(({ from }) => (
          <span
            key={from}
            className={joinClasses('h-1 w-10 rounded-full transition-colors duration-150', length >= from ? 'bg-good' : 'bg-line')}
          />
        ))}
      </span>
      {reached.at(-1)?.words}
    </span>
  )
}
