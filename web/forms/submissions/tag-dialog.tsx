import { useState } from 'react'
import * as v from 'valibot'
import { maxTagLength } from '../../../domain/forms/limits.ts'
import { Tag } from '../../../domain/forms/submission-changes-contract.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogFormEnd } from '../../ui/dialog-form-end.tsx'
import { TextField } from '../../ui/field.tsx'
import { useAppForm } from '../../ui/form.tsx'
import { OptionChips } from '../../ui/option-chips.tsx'

type TagDialogProps = {
  /** How many submissions get it or lose it. */
  count: number
  change: 'addTag' | 'removeTag'
  /** Tags to choose from. To add one, a new one can be typed too. */
  tags: readonly string[]
  onChange: (tag: string) => Promise<unknown>
  onClose: () => void
}

const Schema = v.object({ tag: Tag })
const titles = { addTag: 'Add a tag to', removeTag: 'Remove a tag from' }

/** Adds a tag to the chosen submissions, or removes one that they have. */
export default function TagDialog({ count, change, tags, onChange, onClose }: TagDialogProps) {
  const form = useAppForm(Schema, { defaultValues: { tag: '' } })
  const [picked, setPicked] = useState<string | null>(null)
  const { errors, isSubmitting } = form.formState
  const submit = form.submitWith(async ({ tag }) => {
    await onChange(tag)
    onClose()
  })
  const pick = (tag: string | null) => {
    setPicked(tag)
    form.setValue('tag', tag ?? '', { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }
  return (
    <Dialog
      title={`${titles[change]} ${count === 1 ? '1 submission' : `${count} submissions`}`}
      isOpen
      onClose={onClose}
      isDismissable={!isSubmitting}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        {change === 'addTag' && (
          <TextField
            {...form.register('tag', { onChange: () => setPicked(null) })}
            label="Tag"
            hint="Only those who run the form see it."
            placeholder="Called back"
            autoComplete="off"
            limit={maxTagLength}
            error={errors.tag?.message}
          />
        )}
        <OptionChips
          legend={change === 'addTag' ? 'Or one that you use already' : 'Tag'}
          options={tags.map((tag) => ({ id: tag, name: tag }))}
          value={picked}
          onChange={pick}
        />
        {change === 'removeTag' && errors.tag && (
          <p role="alert" className="text-small font-medium text-bad">
            Choose a tag.
          </p>
        )}
        <DialogFormEnd form={form} onCancel={onClose}>
          {change === 'addTag' ? 'Add tag' : 'Remove tag'}
        </DialogFormEnd>
      </form>
    </Dialog>
  )
}
