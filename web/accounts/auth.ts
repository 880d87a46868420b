import * as v from 'valibot'
import type { SignIn } from '../../domain/accounts/contract.ts'
import { readSignInCode, type SignInCode, signInMessages } from '../../domain/accounts/sign-in-codes.ts'
import type { RedeemSeatCode } from '../../domain/seat-codes/contract.ts'
import { ShownError } from '../../domain/shown-error.ts'
import { ApiError, readAnswer } from '../api.ts'
import { notifyOtherTabs } from './session-channel.ts'
import { forgetUnfinishedLogout } from './unfinished-logout.ts'

/** Signing in failed. The message is shown next to the form. */
export class SignInError extends ShownError {
  override readonly name = 'SignInError'
  readonly signInCode: SignInCode

  constructor(signInCode: SignInCode) {
    super({ code: 'NotAllowed', userMessage: signInMessages[signInCode] })
    this.signInCode = signInCode
  }
}

const CsrfAnswer = v.object({ csrfToken: v.string() })
const AuthAnswer = v.object({ url: v.string() })

let queue: Promise<unknown> = Promise.resolve()

/** Runs the requests one after another, because each one changes cookies that the next one sends. */
function enqueue<Result>(job: () => Promise<Result>): Promise<Result> {
  const result = queue.then(job)
  queue = result.catch(() => undefined)
  return result
}

/** Auth.js answers every request with a URL to open next. If something failed, the error is in the query of that URL. */
const post = (action: string, fields: Record<string, string> = {}, signal?: AbortSignal): Promise<URL> =>
  enqueue(async () => {
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

/** Reads from the query of a URL why signing in failed. Null means that the URL contains no error. */
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
  notifyOtherTabs('signedIn')
}

export const signInWithPassword = ({ email, password }: SignIn) => signIn('callback/password', { email, password })

/** Signs in with the code or the link of a seat, which is taken with it. */
export const signInWithSeatCode = (given: RedeemSeatCode) => signIn('callback/seat', given)

const linkSignIns = new Map<string, Promise<void>>()

/**
 * An email link works only once, so each token is sent only once, even if the screen asks again. After a network error it can be
 * sent again.
 */
export function signInWithLink(token: string): Promise<void> {
  const ongoing = linkSignIns.get(token)
  if (ongoing) return ongoing
  const signingIn = signIn('callback/link', { token })
  linkSignIns.set(token, signingIn)
  signingIn.catch((error) => {
    if (!(error instanceof SignInError)) linkSignIns.delete(token)
  })
  return signingIn
}

/** Opens the sign-in page of Google, which sends the user back to `next`. */
export async function signInWithGoogle(next: string): Promise<void> {
  const outcome = await post('signin/google', { callbackUrl: new URL(next, location.origin).href })
  const failure = outcome.origin === location.origin ? readFailure(outcome.searchParams) : null
  if (failure) throw new SignInError(failure)
  forgetUnfinishedLogout()
  // The Back button may restore this page from the browser's cache, where its button would still show "Opening Google".
  addEventListener('pageshow', () => location.reload(), { once: true })
  location.assign(outcome)
}

/**
 * Opens the sign-in page of Google for the user who is signed in. Google sends them back to `/confirm-google`, and the session stays
 * the same. The caller has told the server that this sign-in only confirms the user.
 */
export async function openGoogleToConfirm(next: string | null): Promise<void> {
  const done = new URLSearchParams({ done: 'true', ...(next === null ? {} : { next }) })
  const outcome = await post('signin/google', { callbackUrl: new URL(`/confirm-google?${done}`, location.origin).href })
  const failure = outcome.origin === location.origin ? readFailure(outcome.searchParams) : null
  if (failure) throw new SignInError(failure)
  location.assign(outcome)
}

export async function signOut(signal: AbortSignal): Promise<void> {
  const outcome = await post('signout', {}, signal)
  if (outcome.searchParams.has('error')) throw new Error(`Signing out failed: ${outcome.searchParams.get('error')}`)
}
