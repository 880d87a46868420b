import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { Submission } from '../../../domain/forms/submission-contract.ts'
import { useViewer } from '../../app-state.ts'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { FillForm } from '../fill/fill-form.tsx'
import { nothingKnown } from '../fill/nothing-known.ts'
import { changingAnswers, type SubmissionPlace, submission as submissionQuery } from './queries.ts'

type ChangeAnswersProps = { place: SubmissionPlace; submission: Submission; changing: NonNullable<Submission['changing']> }

/** The form again, with the answers that were sent. It is the version on which they were given. */
export default function ChangeAnswers({ place, submission, changing }: ChangeAnswersProps) {
  const isSignedIn = useViewer() !== null
  const [, setAddress] = useSearchParams()
  const { mutateAsync } = useMutation(changingAnswers(place))
  const client = useQueryClient()
  const { id, form, content, version, answers, revision, files, signed } = submission
  const leave = () => setAddress(place.key === null ? {} : { key: place.key })
  return (
    <FillForm
      code={null}
      known={nothingKnown}
      form={{
        ...{
          ...form,
          content,
          version,
          state: 'open',
          opensAt: null,
          closesAt: null,
          timeZone: 'UTC',
          layout: 'pages',
          left: [],
          thankYouUrl: null,
          keepMonths: null,
        },
        ...{ needsAccount: false, needsApproval: false, changesUntil: null, feeBasisPoints: 0, today: changing.today },
        viewer: {
          isSignedIn,
          isMember: changing.isMember,
          isOrganizer: false,
          canSend: true,
          sent: [],
          draft: null,
          files: [],
          signed,
          hasKnownAnswers: false,
        },
      }}
      change={{
        id,
        answers,
        revision,
        files,
        key: place.key,
        send: (changed, replaced) => mutateAsync({ answers: { ...changed }, ...replaced, ...(place.key !== null && { key: place.key }) }),
        read: () => client.fetchQuery(submissionQuery(place)),
        onCancel: leave,
      }}
      onSent={() => {
        showSnackbar('Your answers were changed.')
        leave()
      }}
      onOutdated={() => undefined}
    />
  )
}
