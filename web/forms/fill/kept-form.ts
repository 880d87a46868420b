import { get, update } from 'idb-keyval'
import type { OpenForm } from '../../../domain/forms/fill-contract.ts'
import { day } from '../../../domain/time/spans.ts'
import { currentSession } from '../../access/queries.ts'
import { deviceStore } from '../../device-store.ts'
import { queryClient } from '../../query-client.ts'
import type { FormAddress, OpenedForm } from './queries.ts'

/** A form that somebody fills on this device. Another build may expect another shape. */
type Kept = { address: string; form: OpenForm; at: number; build: string }

const maxKept = 5
/** As long as what was typed. */
const maxAge = 14 * day

const keyOfList = () => `${queryClient.getQueryData(currentSession.queryKey)?.viewer?.id ?? 'stranger'}:forms`
const write = ({ id, code, resume, guest }: FormAddress) => JSON.stringify([id, code, resume, guest])
const others = (kept: readonly Kept[], address: FormAddress) => kept.filter((one) => one.address !== write(address))

/** Keeps a form on the device, so that a reload without a network opens it again. What was typed is kept apart. */
export const keepForm = (address: FormAddress, { isKept: _, ...form }: OpenedForm): Promise<void> =>
  update<Kept[]>(
    keyOfList(),
    (kept = []) => [{ address: write(address), form, at: Date.now(), build: __BUILD_ID__ }, ...others(kept, address)].slice(0, maxKept),
    deviceStore,
  )

/** The form was sent, or is not for this person any longer. */
export const forgetForm = (address: FormAddress): Promise<void> =>
  update<Kept[]>(keyOfList(), (kept = []) => others(kept, address), deviceStore)

/** A form as it was when it was opened last. Null if this device has not kept it. */
export async function openKeptForm(address: FormAddress): Promise<OpenedForm | null> {
  const kept = (await get<Kept[]>(keyOfList(), deviceStore)) ?? []
  const found = kept.find((one) => one.address === write(address) && one.build === __BUILD_ID__ && Date.now() - one.at < maxAge)
  return found ? { ...found.form, isKept: true } : null
}
