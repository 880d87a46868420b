import { sql } from 'drizzle-orm'
import { labelKeys } from '../../domain/forms/label-keys.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import { columnNames } from '../platform/columns.ts'
import type { JobContext } from '../platform/job-context.ts'
import { submissions as s } from './schema.ts'

const maxFoldedAtOnce = 500

/** Makes the search keys of labels again, as they are made now. One job does some of them and leaves the rest to the next one. */
export async function foldLabels({ after }: { after: string }, { db, now }: Pick<JobContext, 'db' | 'now'>): Promise<void> {
  const { id, label, labelKey, lastWordKey } = s
  const rows = await readAll(
    db,
    db.select({ id, label, labelKey, lastWordKey }).from(s).where(sql`${id} > ${after}`).orderBy(id).limit(maxFoldedAtOnce),
  )
  const changed = rows.flatMap((row) => {
    const keys = labelKeys(row.label)
    return keys.labelKey === row.labelKey && keys.lastWordKey === row.lastWordKey ? [] : [{ id: row.id, label: row.label, ...keys }]
  })
  const last = rows.length < maxFoldedAtOnce ? undefined : rows.at(-1)?.id
  // Whoever changes their answers meanwhile gets the keys of the new label.
  await runBatch(db, {
    folded: sql`UPDATE ${s} SET ${columnNames(labelKey)} = value->>'labelKey', ${columnNames(lastWordKey)} = value->>'lastWordKey'
      FROM json_each(${JSON.stringify(changed)}) WHERE ${id} = value->>'id' AND ${label} = value->>'label'`,
    next:
      last === undefined ? [] : putInOutbox('work', [{ id: `fold-labels:${last}`, body: { kind: 'fold-labels', after: last } }], { now }),
  })
}
