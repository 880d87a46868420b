import { useState } from 'react'
import * as v from 'valibot'
import { withStorage } from '../../storage.ts'

/** The columns and the filter of the list under a name. */
const TableView = v.object({ name: v.string(), columns: v.array(v.string()), filter: v.string() })
export type TableView = v.InferOutput<typeof TableView>

const Stored = v.object({ columns: v.nullable(v.array(v.string())), views: v.array(TableView) })
type Stored = v.InferOutput<typeof Stored>

const keyOf = (formId: string) => `formViews:${formId}`

function read(formId: string): Stored {
  const text = withStorage((storage) => storage.getItem(keyOf(formId))) ?? ''
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), Stored), text)
  return stored.success ? stored.output : { columns: null, views: [] }
}

/** The columns and views of a form's list. This device keeps them, and signing out deletes them. */
export function useTableViews(formId: string) {
  const [stored, setStored] = useState(() => read(formId))
  const keep = (next: Stored) => {
    setStored(next)
    withStorage((storage) => storage.setItem(keyOf(formId), JSON.stringify(next)))
  }
  return {
    /** The ids of the fields. Null until somebody has chosen some. */
    columns: stored.columns,
    views: stored.views,
    chooseColumns: (columns: string[]) => keep({ ...stored, columns }),
    /** A view with the same name is replaced. */
    save: (view: TableView) => keep({ ...stored, views: [...stored.views.filter(({ name }) => name !== view.name), view] }),
    remove: (name: string) => keep({ ...stored, views: stored.views.filter((view) => view.name !== name) }),
  }
}
