import * as v from 'valibot'
import type { SignIn } from '../../domain/accounts/contract.ts'
import { readSignInCode, type SignInCode, signInWords } from '../../domain/accounts/rules.ts'
import { ShownError } from '../../domain/shown-error.ts'
import { ApiError, readAnswer } from '../api.ts'
import { tellTabs } from './tabs.ts'
import { forgetUnfinishedLogout } from './unfinished-logout.ts'

/** Why a person was not signed in, in the words that stand beside the form. */
export class SignInError extends ShownError {
  override readonly name = 'SignInError'
  readonly signInCode: SignInCode

  constructor(signInCode: SignInCode) {
    super({ code: 'NotAllowed', userMessage: signInWords[signInCode] })
    this.signInCode = signInCode
  }
}

const CsrfAnswer = v.object({ csrfToken: v.string() })
const AuthAnswer = v.object({ url: v.string() })

let line: Promise<unknown> = Promise.resolve()

/** One after the other: each changes cookies that the next one sends. */
function inLine<Result>(job: () => Promise<Result>): Promise<Result> {
  const done = line.then(job)
  line = done.catch(() => undefined)
  return done
}

/** Every outcome is an address to go to; what went wrong stands in its query. */
const post = (action: string, fields: Record<string, string> = {}, signal?: AbortSignal): Promise<URL> =>
  inLine(async () => {
    const abort = signal ? { signal } : {}
    const { csrfToken } = v.parse(CsrfAnswer, await readAnswer(fetch('/api/auth/csrf', abort)))
    const answer = await readAnswer(
      fetch(`/api/auth/${action}`, {
        method: 'POST',
        headers: { 'x-auth-return-redirect': '1' },
        body: new URLSearchParams({ callbackUrl: location.origin, ...fields, csrfToken }),
        ...abort,
      }),
    )
    return new URL(v.parse(AuthAnswer, answer).url, location.origin)
  })

/** Why a sign-in by Google failed, as the address it came back to says. */
export function readFailure(params: URLSearchParams): SignInCode | null {
  const error = params.get('error')
  if (error === null) return null
  if (error === 'OAuthCallbackError') return 'CancelledByUser'
  return readSignInCode(error === 'CredentialsSignin' ? params.get('code') : error)
}

async function signIn(action: string, fields: Record<string, string>): Promise<void> {
  const outcome = await post(action, fields).catch((error: unknown) => {
    throw error instanceof ApiError && error.status === 429 ? new SignInError('NetworkError') : error
  })
  const failure = readFailure(outcome.searchParams)
  if (failure) throw new SignInError(failure)
  forgetUnfinishedLogout()
  tellTabs('signedIn')
}

export const signInWithPassword = ({ email, password }: SignIn) => signIn('callback/password', { email, password })

const followed = new Map<string, Promise<void>>()

/** A link from a mail works once, so it is sent once, however often the screen asks. What failed on the way may be sent again. */
export function signInWithLink(token: string): Promise<void> {
  const before = followed.get(token)
  if (before) return before
  const following = signIn('callback/link', { token })
  followed.set(token, following)
  following.catch((error) => {
    if (!(error instanceof SignInError)) followed.delete(token)
  })
  return following
}

/** Leaves for Google, which sends the person back to `next`. */
export async function signInWithGoogle(next: string): Promise<void> {
  const outcome = await post('signin/google', { callbackUrl: new URL(next, location.origin).href })
  const failure = outcome.origin === location.origin ? readFailure(outcome.searchParams) : null
  if (failure) throw new SignInError(failure)
  forgetUnfinishedLogout()
  // The back button may bring this page back to life, with its button still waiting.
  addEventListener('pageshow', () => location.reload(), { once: true })
  location.assign(outcome)
}

export async function signOut(signal: AbortSignal): Promise<void> {
  const outcome = await post('signout', {}, signal)
  if (outcome.searchParams.has('error')) throw new Error(`Signing out was refused: ${outcome.searchParams.get('error')}`)
}
