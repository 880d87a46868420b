import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type * as v from 'valibot'
import { mailedReturnPath } from '../../domain/access/rules.ts'
import type { ResetPassword, SignUp } from '../../domain/accounts/contract.ts'
import type { SessionRoutes } from '../../worker/access/routes.ts'
import type { AccountRoutes } from '../../worker/accounts/routes.ts'
import { awaitSuccess, readAnswer } from '../api.ts'
import { signInWithLink } from './auth.ts'
import { getReturnPath } from './return-path.ts'

const client = hc<AccountRoutes>('/api/accounts')
const session = hc<SessionRoutes>('/api/session')
const fiveMinutes = 5 * 60_000

/** What a link in an email can keep of the page to return to. */
const toMailed = (next: string | null): { next?: string } => (next !== null && mailedReturnPath.test(next) ? { next } : {})

export const signingUp = mutationOptions({
  mutationFn: (json: SignUp) => awaitSuccess(client.index.$post({ json: { ...json, ...toMailed(getReturnPath()) } })),
})

/**
 * Whether an account with this email exists. The server limits these requests, so answers are cached. If a request fails, the
 * screen only misses a hint.
 */
export const emailLookup = (email: string) =>
  queryOptions({
    queryKey: ['accounts', 'lookup', email],
    queryFn: ({ signal }) => readAnswer(client.lookup.$post({ json: { email } }, { init: { signal } })),
    staleTime: fiveMinutes,
    retry: false,
  })

/** The link signs the person in and returns to `next`, which is the page in the address unless another one is given. */
export const sendingLoginLink = (next = getReturnPath()) =>
  mutationOptions({
    mutationFn: (email: string) => awaitSuccess(client['login-link'].$post({ json: { email, ...toMailed(next) } })),
  })

export const sendingResetLink = mutationOptions({
  mutationFn: (email: string) => awaitSuccess(client['password-reset'].$post({ json: { email } })),
})

/** Asks whether a reset link still works, before the user types a password. The link itself is not used. */
export const resetLinkCheck = (token: string) =>
  queryOptions({
    queryKey: ['accounts', 'reset-link', token],
    queryFn: async ({ signal }) => {
      await awaitSuccess(client['password-reset'].check.$post({ json: { token } }, { init: { signal } }))
      return true
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

export const settingPassword = mutationOptions({
  mutationFn: (json: v.InferOutput<typeof ResetPassword>) => awaitSuccess(client.password.$put({ json })),
})

/** Uses an email link when its screen opens. It is a query, so that a screen that renders twice does not use the link twice. */
export const linkSignIn = (token: string) =>
  queryOptions({
    queryKey: ['accounts', 'link', token],
    queryFn: async () => {
      await signInWithLink(token)
      return true
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** Asks the server again who is signed in. */
export const reloadingUser = mutationOptions({
  mutationFn: async () => (await readAnswer(session.index.$get())).viewer,
})
