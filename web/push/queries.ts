import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { PushDevice, PushState } from '../../domain/push/contract.ts'
import { minute } from '../../domain/time/spans.ts'
import type { PushRoutes } from '../../worker/push/routes.ts'
import { ApiError, awaitSuccess, readAnswer } from '../api.ts'
import { unregister } from './registrations.ts'
import { forgetRegistration, readRegistration } from './stored-registration.ts'
import { readBrowser, subscribeHere, unsubscribeHere } from './subscribe.ts'

const client = hc<PushRoutes>('/api/push')

/** After this time, a test that was not shown has failed. */
export const testTimeout = minute
const testPollMs = 2000

export const isRunning = ({ test }: PushDevice, now: number): boolean =>
  test !== null && test.shownAt === null && now - test.askedAt < testTimeout

/** While a test runs, its steps are fetched every other second. */
export const pushState = queryOptions({
  queryKey: ['push', 'devices'],
  queryFn: ({ signal }) => readAnswer(client.index.$get({}, { init: { signal } })),
  refetchInterval: ({ state: { data } }) => (data?.devices.some((device) => isRunning(device, Date.now())) ? testPollMs : false),
})

/** The browser itself. Its permission can change at any time outside of this page. */
export const pushBrowser = queryOptions({
  queryKey: ['push', 'browser'],
  queryFn: readBrowser,
  networkMode: 'always',
  staleTime: 0,
  refetchOnWindowFocus: 'always',
})

const pushKey = { queryKey: ['push'] }

export const turningOnAlerts = mutationOptions({
  mutationFn: ({ userId, publicKey }: { userId: string; publicKey: string }) => subscribeHere(userId, publicKey),
  onSettled: (_data, _error, _variables, _result, { client: queryClient }) => queryClient.invalidateQueries(pushKey),
})

const isForgotten = (error: unknown) =>
  error instanceof ApiError && (error.code === 'PushDeviceNotFound' || error.code === 'PushRegistrationNotFound')

/** Somebody who removes a device twice wants the same as once. The server forgets it first, so that nothing arrives if the browser fails. */
export const removingDevice = mutationOptions({
  mutationFn: async ({ id, isThis }: PushDevice) => {
    const stored = isThis ? await readRegistration() : undefined
    const removal = stored?.id === id ? unregister(stored) : awaitSuccess(client.devices[':id'].$delete({ param: { id } }))
    await removal.catch((error: unknown) => {
      if (!isForgotten(error)) throw error
    })
    if (!isThis) return
    await forgetRegistration()
    await unsubscribeHere()
  },
  onSettled: (_data, _error, _variables, _result, { client: queryClient }) => queryClient.invalidateQueries(pushKey),
})

export const hidingText = mutationOptions({
  mutationFn: ({ id, hidesText }: Pick<PushDevice, 'id' | 'hidesText'>) =>
    awaitSuccess(client.devices[':id'].$patch({ param: { id }, json: { hidesText } })),
  onMutate: ({ id, hidesText }, { client: queryClient }) => {
    queryClient.setQueryData(
      pushState.queryKey,
      (state): PushState | undefined =>
        state && { ...state, devices: state.devices.map((device) => (device.id === id ? { ...device, hidesText } : device)) },
    )
  },
  onSettled: (_data, _error, _variables, _result, { client: queryClient }) => queryClient.invalidateQueries(pushKey),
})

export const testingDevice = mutationOptions({
  mutationFn: ({ id }: PushDevice) => awaitSuccess(client.devices[':id'].tests.$post({ param: { id } })),
  onSettled: (_data, _error, _variables, _result, { client: queryClient }) => queryClient.invalidateQueries(pushKey),
})
