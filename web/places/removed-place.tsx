import { useMutation } from '@tanstack/react-query'
import type { RemovedPlace as Removed } from '../../domain/places/contract.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import PlaceProposals from './place-proposals.tsx'
import { bringingPlaceBack } from './queries.ts'

type RemovedPlaceProps = { id: string; place: NonNullable<Removed['place']> }

export default function RemovedPlace({ id, place: { name, removedAt, isCreator, proposals } }: RemovedPlaceProps) {
  const bringBack = useMutation(bringingPlaceBack(id))
  const press = () =>
    bringBack.mutate(undefined, {
      onSuccess: ({ isDone }) => showSnackbar(isDone ? 'The place is back.' : 'Thank you. It waits until a second person confirms it.'),
    })
  const removedOn = new Date(removedAt).toLocaleDateString(undefined, { dateStyle: 'medium' })
  return (
    <div className="mt-5 grid gap-4">
      <h1 className="text-[1.875rem] wrap-anywhere">{name} was removed</h1>
      <p className="text-[1.125rem] text-soft">
        It was removed on {removedOn}.{' '}
        {isCreator
          ? 'You added this place, so you can bring it back.'
          : 'If it still exists, a second person can help you to bring it back.'}
      </p>
      <PlaceProposals place={{ id, proposals }} />
      {bringBack.error && <ErrorNotice error={bringBack.error} />}
      {!proposals.some(({ isMine }) => isMine) && (
        <Button variant="primary" isPending={bringBack.isPending} onClick={press} className="justify-self-start">
          {isCreator ? 'Bring it back' : 'Suggest to bring it back'}
        </Button>
      )}
    </div>
  )
}
