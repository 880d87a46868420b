import { runBatch } from '../../worker/platform/batch.ts'
import type { Database } from '../../worker/platform/database.ts'
import { indexName } from '../../worker/profiles/index-name.ts'
import { people } from './people.ts'

/** What a search finds the people by. */
export async function addNames(db: Database): Promise<void> {
  for (const { id, name } of people) if (name !== null) await runBatch(db, indexName(id, name))
}
