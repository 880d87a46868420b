import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { maxQuestions } from '../../../domain/events/form-contract.ts'
import type { FormValues } from '../../../domain/events/form-values.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FieldError, TextField } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

/** Questions that players answer when they join. Only hosts can read the answers. */
export function QuestionsField() {
  const { control, register, formState } = useFormContext<FormValues>()
  const { fields, append, remove } = useFieldArray({ control, name: 'questions', keyName: 'key' })
  // A question that was just added is still empty, so we show errors only after the first submit.
  const errors = formState.submitCount > 0 ? formState.errors.questions : undefined
  return (
    <div className="grid gap-3">
      {fields.map((question, index) => (
        <div key={question.key} className="grid gap-1 rounded-card border border-line bg-card p-3">
          <div className="flex items-start gap-1">
            <TextField
              label={`Question ${index + 1}`}
              isLabelHidden
              placeholder="Do you need a paddle?"
              autoComplete="off"
              error={errors?.[index]?.text?.message}
              className="flex-1"
              {...register(`questions.${index}.text`)}
            />
            <IconButton label={`Remove question ${index + 1}`} onClick={() => remove(index)} className="text-soft">
              <Trash2 size={18} aria-hidden="true" />
            </IconButton>
          </div>
          <Checkbox label="Answer required" {...register(`questions.${index}.isRequired`)} />
        </div>
      ))}
      {(errors?.message ?? errors?.root?.message) && <FieldError>{errors?.message ?? errors?.root?.message}</FieldError>}
      {fields.length < maxQuestions && (
        <Button
          size="small"
          onClick={() => append({ id: crypto.randomUUID(), text: '', isRequired: false })}
          className="justify-self-start"
        >
          <Plus size={16} aria-hidden="true" /> Add a question
        </Button>
      )}
    </div>
  )
}
