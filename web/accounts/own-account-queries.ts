import { type MutationOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type * as v from 'valibot'
import type { ChangeEmail, ChangePassword, ChoosePassword, Confirmation, Device } from '../../domain/accounts/contract.ts'
import { deletionWord } from '../../domain/accounts/deletion.ts'
import type { AccountRoutes } from '../../worker/accounts/routes.ts'
import { awaitSuccess, keepalive, readAnswer } from '../api.ts'
import { queryClient } from '../query-client.ts'
import { openGoogleToConfirm } from './auth.ts'
import { sendConfirmed } from './confirm-identity.ts'

const client = hc<AccountRoutes>('/api/accounts')

export const ownAccount = queryOptions({
  queryKey: ['accounts', 'own'],
  queryFn: ({ signal }) => readAnswer(client.index.$get({}, { init: { signal } })),
})

const refreshAccount = () => queryClient.invalidateQueries({ queryKey: ownAccount.queryKey })

/** Sets the first password of the account. */
export const choosingPassword = mutationOptions({
  mutationFn: (json: v.InferOutput<typeof ChoosePassword>) => sendConfirmed(() => awaitSuccess(client.password.$post({ json }))),
  onSuccess: refreshAccount,
})

export const changingPassword = mutationOptions({
  mutationFn: (json: ChangePassword) => awaitSuccess(client.password.$patch({ json })),
  onSuccess: () => queryClient.invalidateQueries({ queryKey: deviceList.queryKey }),
})

export const disconnectingGoogle = mutationOptions({
  mutationFn: () => sendConfirmed(() => awaitSuccess(client.google.$delete())),
  onSettled: refreshAccount,
})

/** Proves again who the user is. `sendConfirmed` asks for this. */
export const confirmingIdentity = mutationOptions({
  mutationFn: (json: Confirmation) => awaitSuccess(client.confirmation.$post({ json })),
})

export const sendingConfirmationCode: MutationOptions<void> = mutationOptions({
  mutationFn: () => awaitSuccess(client.confirmation.code.$post()),
})

/** Leaves for Google, which sends the user back to the same window. `next` is the page to open after that. */
export const confirmingWithGoogle = mutationOptions({
  mutationFn: async (next: string | null) => {
    await awaitSuccess(client.confirmation.google.$post())
    await openGoogleToConfirm(next)
  },
})

/** We send a link to the new address. The email only changes when the user opens that link. */
export const requestingEmailChange = mutationOptions({
  mutationFn: (json: ChangeEmail) => sendConfirmed(() => awaitSuccess(client.email.$post({ json }))),
  onSuccess: refreshAccount,
})

/** Uses the link when its screen opens. It is a query, so that a screen that renders twice does not use the link twice. */
export const emailLink = (token: string) =>
  queryOptions({
    queryKey: ['accounts', 'email-link', token],
    queryFn: async () => {
      const changed = await readAnswer(client.email.$put({ json: { token } }))
      void refreshAccount()
      return changed
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

export const deviceList = queryOptions({
  queryKey: ['accounts', 'devices'],
  queryFn: async ({ signal }) => (await readAnswer(client.devices.$get({}, { init: { signal } }))).devices,
})

/** Removes devices from the list at once, and restores the list if the server refuses. */
const signingOut = <Input>(send: (input: Input) => Promise<void>, isKept: (device: Device, input: Input) => boolean) =>
  mutationOptions({
    mutationFn: send,
    onMutate: async (input: Input) => {
      await queryClient.cancelQueries({ queryKey: deviceList.queryKey })
      const before = queryClient.getQueryData(deviceList.queryKey)
      queryClient.setQueryData(deviceList.queryKey, (devices) => devices?.filter((device) => isKept(device, input)))
      return { before }
    },
    onError: (_error, _input, context) => queryClient.setQueryData(deviceList.queryKey, context?.before),
    onSettled: () => queryClient.invalidateQueries({ queryKey: deviceList.queryKey }),
  })

export const signingOutDevice = signingOut(
  ({ id }: Device) => awaitSuccess(client.devices[':id'].$delete({ param: { id } }, keepalive)),
  (device, signedOut) => device.id !== signedOut.id,
)

export const signingOutOthers = signingOut(
  () => awaitSuccess(client.devices.$delete({}, keepalive)),
  (device) => device.isThis,
)

/** The teams that the user must leave before they can delete their account. Never cached, because other people can change them. */
export const deletionPlan = queryOptions({
  queryKey: ['accounts', 'deletion'],
  queryFn: ({ signal }) => readAnswer(client.deletion.$get({}, { init: { signal } })),
  staleTime: 0,
  gcTime: 0,
})

export const deletingAccount: MutationOptions<void> = mutationOptions({
  mutationFn: () => sendConfirmed(() => awaitSuccess(client.index.$delete({ json: { confirm: deletionWord } }))),
  onError: () => queryClient.invalidateQueries({ queryKey: deletionPlan.queryKey }),
})
