import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import type { Field } from '../../../domain/forms/fields.ts'
import { maxViewNameLength } from '../../../domain/forms/limits.ts'
import type { FormView } from '../../../domain/forms/view-contract.ts'
import { properName } from '../../../domain/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormFailure, useAppForm } from '../../ui/form.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { showFailure } from '../../ui/show-failure.ts'

const Schema = v.object({ name: properName('A name', 1, maxViewNameLength) })

type ViewsDialogProps = {
  fields: readonly Field[]
  columns: readonly string[]
  views: readonly FormView[]
  onChooseColumns: (columns: string[]) => void
  onSave: (name: string) => Promise<unknown>
  onRemove: (id: string) => Promise<unknown>
  onClose: () => void
}

/** Chooses the columns of the list. With the filter, they can be kept as a view. */
export default function ViewsDialog({ fields, columns, views, onChooseColumns, onSave, onRemove, onClose }: ViewsDialogProps) {
  const form = useAppForm(Schema, { defaultValues: { name: '' } })
  const [savedName, setSavedName] = useState<string | null>(null)
  const submit = form.submitWith(async ({ name }) => {
    await onSave(name)
    setSavedName(name)
    form.load({ name: '' })
  })
  const toggle = (id: string, isOn: boolean) =>
    // The columns stay in the order of the form.
    onChooseColumns(fields.filter((field) => (field.id === id ? isOn : columns.includes(field.id))).map((field) => field.id))
  return (
    <Dialog title="Columns and views" isOpen onClose={onClose} footer={<Button onClick={onClose}>Done</Button>}>
      <div className="grid gap-6">
        <fieldset>
          <legend className="text-small font-strong">Columns</legend>
          {fields.map(({ id, label }) => (
            <Checkbox
              key={id}
              label={<span className="wrap-anywhere">{label}</span>}
              checked={columns.includes(id)}
              onChange={({ target }) => toggle(id, target.checked)}
            />
          ))}
        </fieldset>
        <section aria-label="Views" className="grid gap-3">
          <h3 className="text-small font-strong">Views</h3>
          {views.length > 0 && (
            <ul className="border-b border-line">
              {views.map(({ id, name }) => (
                <li key={id} className="flex items-center justify-between gap-3 border-t border-line">
                  <span className="min-w-0 wrap-anywhere">{name}</span>
                  <IconButton label={`Delete the view ${name}`} onClick={() => void onRemove(id).catch(showFailure)} className="text-soft">
                    <Trash2 size={18} aria-hidden="true" />
                  </IconButton>
                </li>
              ))}
            </ul>
          )}
          <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-2.5">
            <TextField
              {...form.register('name')}
              label="Save this list as a view"
              placeholder="Goalkeepers to decide"
              hint="Everybody who runs this form can pick it. It keeps the columns and the filter, but not what you search for."
              autoComplete="off"
              limit={maxViewNameLength}
              error={form.formState.errors.name?.message}
            />
            <FormFailure failure={form.failure} />
            <Button type="submit" size="small" isPending={form.formState.isSubmitting} className="justify-self-start">
              Save view
            </Button>
            <p role="status" className="text-small text-soft">
              {savedName !== null && `“${savedName}” is above the list now.`}
            </p>
          </form>
        </section>
      </div>
    </Dialog>
  )
}
