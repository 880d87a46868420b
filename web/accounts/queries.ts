import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type * as v from 'valibot'
import type { ResetPassword, SignUp } from '../../domain/accounts/contract.ts'
import type { SessionRoutes } from '../../worker/access/routes.ts'
import type { AccountRoutes } from '../../worker/accounts/routes.ts'
import { readAnswer, untilDone } from '../api.ts'
import { signInWithLink } from './auth.ts'
import { chosenPasswordFor } from './chosen-password.ts'

const client = hc<AccountRoutes>('/api/accounts')
const session = hc<SessionRoutes>('/api/session')
const fiveMinutes = 5 * 60_000

export const signingUp = mutationOptions({
  mutationFn: (json: SignUp) => untilDone(client.index.$post({ json })),
})

/** Whether an email has an account. Asking often is refused, so an answer is kept, and without one nobody misses anything. */
export const emailLookup = (email: string) =>
  queryOptions({
    queryKey: ['accounts', 'lookup', email],
    queryFn: ({ signal }) => readAnswer(client.lookup.$post({ json: { email } }, { init: { signal } })),
    staleTime: fiveMinutes,
    retry: false,
  })

export const sendingVerification = mutationOptions({
  mutationFn: (email: string) => untilDone(client.verification.$post({ json: { email, ...chosenPasswordFor(email) } })),
})

export const sendingResetLink = mutationOptions({
  mutationFn: (email: string) => untilDone(client['password-reset'].$post({ json: { email } })),
})

export const settingPassword = mutationOptions({
  mutationFn: (json: v.InferOutput<typeof ResetPassword>) => untilDone(client.password.$put({ json })),
})

/** Asked for by the screen that a link from a mail opens. Asking again, as a screen may, does not use the link twice. */
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

/** Asks the server anew who is signed in here. */
export const reloadingUser = mutationOptions({
  mutationFn: async () => (await readAnswer(session.index.$get())).viewer,
})
