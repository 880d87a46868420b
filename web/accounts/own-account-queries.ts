import { type MutationOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { ChangeEmail, Device } from '../../domain/accounts/contract.ts'
import { deletionWord } from '../../domain/accounts/deletion.ts'
import type { AccountRoutes } from '../../worker/accounts/routes.ts'
import { evenIfLeft, readAnswer, untilDone } from '../api.ts'
import { queryClient } from '../query-client.ts'

const client = hc<AccountRoutes>('/api/accounts')

export const ownAccount = queryOptions({
  queryKey: ['accounts', 'own'],
  queryFn: ({ signal }) => readAnswer(client.index.$get({}, { init: { signal } })),
})

/** The link goes to the new address; until it is followed nothing changes. */
export const askingForEmailChange = mutationOptions({
  mutationFn: (json: ChangeEmail) => untilDone(client.email.$post({ json })),
  onSuccess: () => queryClient.invalidateQueries({ queryKey: ownAccount.queryKey }),
})

/** Asked for by the screen that the link opens. Asking again, as a screen may, does not use the link twice. */
export const emailLink = (token: string) =>
  queryOptions({
    queryKey: ['accounts', 'email-link', token],
    queryFn: async () => {
      const changed = await readAnswer(client.email.$put({ json: { token } }))
      void queryClient.invalidateQueries({ queryKey: ownAccount.queryKey })
      return changed
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

export const deviceList = queryOptions({
  queryKey: ['accounts', 'devices'],
  queryFn: async ({ signal }) => (await readAnswer(client.devices.$get({}, { init: { signal } }))).devices,
})

/** Shows the list without some devices at once, and as it was should the server refuse. */
const signingOut = <Input>(send: (input: Input) => Promise<void>, stays: (device: Device, input: Input) => boolean) =>
  mutationOptions({
    mutationFn: send,
    onMutate: async (input: Input) => {
      await queryClient.cancelQueries({ queryKey: deviceList.queryKey })
      const before = queryClient.getQueryData(deviceList.queryKey)
      queryClient.setQueryData(deviceList.queryKey, (devices) => devices?.filter((device) => stays(device, input)))
      return { before }
    },
    onError: (_error, _input, context) => queryClient.setQueryData(deviceList.queryKey, context?.before),
    onSettled: () => queryClient.invalidateQueries({ queryKey: deviceList.queryKey }),
  })

export const signingOutDevice = signingOut(
  ({ id }: Device) => untilDone(client.devices[':id'].$delete({ param: { id } }, evenIfLeft)),
  (device, gone) => device.id !== gone.id,
)

export const signingOutOthers = signingOut(
  () => untilDone(client.devices.$delete({}, evenIfLeft)),
  (device) => device.isThis,
)

/** What keeps the account from being deleted. Always asked for anew: others may have changed it. */
export const deletionPlan = queryOptions({
  queryKey: ['accounts', 'deletion'],
  queryFn: async ({ signal }) => (await readAnswer(client.deletion.$get({}, { init: { signal } }))).teams,
  staleTime: 0,
  gcTime: 0,
})

export const deletingAccount: MutationOptions<void> = mutationOptions({
  mutationFn: () => untilDone(client.index.$delete({ json: { confirm: deletionWord } })),
  onError: () => queryClient.invalidateQueries({ queryKey: deletionPlan.queryKey }),
})
