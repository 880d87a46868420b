import { Link, useLocation } from 'react-router'
import { addReturnPath } from '../../../domain/access/rules.ts'
import { TextField } from '../../ui/field.tsx'
import { withoutFrame } from '../embed/frame.ts'
import { isFramed } from '../embed/is-framed.ts'
import type { AnswerStore } from './answer-store.ts'
import { begunBefore } from './begin-form.ts'
import { useStored } from './form-context.ts'
import { emailOf } from './use-sending.ts'

type StrangerFieldsProps = {
  store: AnswerStore
  /** A guest of a game is known by the code that its hosts show, so an account would not help. */
  isGuest: boolean
  error: string | undefined
  onTyped: () => void
}

/** Who has no account gets a link by email. Who has one can sign in, and keeps the answers. */
export function StrangerFields({ store, isGuest, error, onTyped }: StrangerFieldsProps) {
  const { pathname, search } = useLocation()
  const query = withoutFrame(new URLSearchParams(search))
  query.set(begunBefore, '1')
  const email = useStored(store, () => emailOf(store))
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      <TextField
        id="form-email"
        label="Your email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint="We send you a link to what you sent."
        error={error}
        value={email}
        onChange={({ target }) => {
          onTyped()
          store.setEmail(target.value)
        }}
      />
      {/* A window outside of a frame cannot read what is kept here. */}
      {!isFramed() && !isGuest && (
        <p className="text-small text-soft">
          Have an account?{' '}
          <Link to={addReturnPath('/login', `${pathname}?${query}`)} className="font-strong text-court underline-offset-3 hover:underline">
            Sign in
          </Link>{' '}
          – your answers stay.
        </p>
      )}
    </div>
  )
}
