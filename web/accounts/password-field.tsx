import { type ComponentProps, useState } from 'react'
import { minPasswordLength } from '../../domain/accounts/contract.ts'
import { joinClasses } from '../ui/class-names.ts'
import { TextField } from '../ui/field.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'type' | 'action'> & { label?: string }

export function PasswordField({ label = 'Password', hint, ...rest }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      {...rest}
      // Below an error, "Long enough" would contradict it.
      hint={rest.error ? null : hint}
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

const strengthSteps = [
  { minLength: 0, text: `At least ${minPasswordLength} characters. Three or four words work well.` },
  { minLength: minPasswordLength, text: 'Long enough. One more word makes it stronger.' },
  { minLength: 12, text: 'Good.' },
  { minLength: 16, text: 'Very good.' },
] as const

/** Shows how strong a password is by its length, because a long password is hard to guess. */
export function PasswordStrength({ password }: { password: string }) {
  const { length } = [...password]
  const reachedSteps = strengthSteps.filter(({ minLength }) => length >= minLength)
  return (
    <span className="grid gap-1.5 pt-0.5">
      <span className="flex gap-1" aria-hidden="true">
        {strengthSteps.slice(1).map(({ minLength }) => (
          <span
            key={minLength}
            className={joinClasses('h-1 w-10 rounded-full transition-colors duration-150', length >= minLength ? 'bg-good' : 'bg-line')}
          />
        ))}
      </span>
      {reachedSteps.at(-1)?.text}
    </span>
  )
}
