import { apiVersion, type Books, platform } from './books.ts'
import type { Webhook } from './types.ts'

type Visible = { id?: string }

/** Removes what is stored but is not part of the object in Stripe's API. */
export const withoutHidden = (row: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('_')))

/** Records an event, and plans its delivery to the endpoint of its account. `before` is the object as it was, for an update. */
export function emit(books: Books, type: string, row: Visible, before?: Visible): void {
  const { world, account } = books
  const object = withoutHidden(row)
  const webhook: Webhook = books.isPlatform ? 'account' : 'connect'
  const isListening = books.isPlatform || world.store.get(platform, 'authorization', account)?.isActive === true
  const id = books.newId('evt')
  books.put('event', {
    id,
    object: 'event',
    ...(!books.isPlatform && { account }),
    api_version: apiVersion,
    created: books.now,
    data: { object, ...(before && { previous_attributes: differences(withoutHidden(before), object) }) },
    livemode: false,
    pending_webhooks: isListening && world.settings.webhooks[webhook] ? 1 : 0,
    request: world.request,
    type,
  })
  const { faults } = world.settings
  if (!isListening || !world.settings.webhooks[webhook] || faults.drops) return
  const nextAt = books.now + faults.delay + (faults.shuffles ? world.options.random() * 3 : 0)
  for (let copies = faults.doubles ? 2 : 1; copies > 0; copies -= 1)
    books.main.put('delivery', { id: books.newId('dlv'), webhook, account, event: id, attempts: 0, nextAt, state: 'waiting' })
}

/** The old values of what changed, as Stripe lists them: nested objects only with their changed fields. */
function differences(before: Record<string, unknown>, after: Record<string, unknown>): Record<string, unknown> {
  const changed: Record<string, unknown> = {}
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, current] = [before[key], after[key]]
    if (JSON.stringify(old) === JSON.stringify(current)) continue
    changed[key] = isRecord(old) && isRecord(current) && !('object' in old) ? differences(old, current) : (old ?? null)
  }
  return changed
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
