import { useMutation } from '@tanstack/react-query'
import { EmailOnly } from '../../domain/accounts/contract.ts'
import { PersonPicker } from '../profiles/person-picker.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { FormFailure, useAppForm } from '../ui/form.tsx'
import { readError } from '../ui/read-error.ts'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { addingToList } from './queries.ts'

type AddPeopleProps = {
  listId: string
  /** Ids of the people who are already on the list. */
  listedIds: readonly string[]
  onAdded: (name: string) => void
}

export function AddPeople({ listId, listedIds, onAdded }: AddPeopleProps) {
  const add = useMutation({ ...addingToList })
  return (
    <div className="grid gap-x-5 gap-y-4 lg:grid-cols-2">
      <PersonPicker
        label="Add by name"
        excludedIds={listedIds}
        onPick={(person) =>
          add.mutate(
            { listId, person },
            {
              onSuccess: () => onAdded(person.name),
              onError: (error) => showSnackbar(readError(error).message, { duration: 5000, tone: 'alarm' }),
            },
          )
        }
      />
      <AddByEmail listId={listId} onAdded={onAdded} />
    </div>
  )
}

function AddByEmail({ listId, onAdded }: Pick<AddPeopleProps, 'listId' | 'onAdded'>) {
  const add = useMutation(addingToList)
  const form = useAppForm(EmailOnly, { defaultValues: { email: '' }, draftKey: `user-list:${listId}:email` })
  const { errors, isSubmitting } = form.formState
  const submit = async (event: React.FormEvent) => {
    let isAdded = false
    await form.submitWith(async ({ email }) => {
      await add.mutateAsync({ listId, email })
      onAdded(email)
      isAdded = true
    })(event)
    if (isAdded) form.reset({ email: '' })
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid content-start gap-3">
      <TextField
        {...form.register('email')}
        label="Or by email"
        type="email"
        autoComplete="off"
        placeholder="sam@example.com"
        error={errors.email?.message}
        action={
          <Button type="submit" variant="quiet" size="small" isPending={isSubmitting} pendingLabel="Adding" className="mr-1">
            Add
          </Button>
        }
      />
      <FormFailure failure={form.failure} />
    </form>
  )
}
