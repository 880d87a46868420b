import type { Env } from '../../worker/env.ts'
import { maxWatchers } from './protocol.ts'

type PresenceStub = ReturnType<Env['PRESENCE']['getByName']>

const prefix = 'watcher:'
/** So many objects are told at the same time. */
const lotSize = 50

/** Who watches this person. Their objects know whether they may. */
export class Watchers {
  readonly #storage: DurableObjectStorage
  readonly #env: Env
  constructor(storage: DurableObjectStorage, env: Env) {
    this.#storage = storage
    this.#env = env
  }

  /** Returns false if too many people watch. */
  async add(watcherId: string): Promise<boolean> {
    const key = prefix + watcherId
    if ((await this.#storage.get(key)) !== undefined) return true
    if ((await this.#storage.list({ prefix, limit: maxWatchers })).size >= maxWatchers) return false
    await this.#storage.put(key, true)
    return true
  }

  async remove(watcherId: string): Promise<void> {
    await this.#storage.delete(prefix + watcherId)
  }

  async isEmpty(): Promise<boolean> {
    return (await this.#storage.list({ prefix, limit: 1 })).size === 0
  }

  /** Tells the objects of the watchers, or of some of them. Those that answer false no longer watch. */
  async tell(act: (object: PresenceStub) => Promise<boolean>, only?: ReadonlySet<string>): Promise<void> {
    const all = [...(await this.#storage.list({ prefix })).keys()].map((key) => key.slice(prefix.length))
    const watcherIds = only ? all.filter((id) => only.has(id)) : all
    for (let start = 0; start < watcherIds.length; start += lotSize) {
      const lot = watcherIds.slice(start, start + lotSize)
      const answers = await Promise.allSettled(lot.map((id) => act(this.#env.PRESENCE.getByName(id))))
      const gone = lot.filter((_, index) => {
        const answer = answers[index]
        return answer?.status === 'fulfilled' && !answer.value
      })
      await Promise.all(gone.map((id) => this.remove(id)))
    }
  }
}
