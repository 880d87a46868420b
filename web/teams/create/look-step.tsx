import { useMutation } from '@tanstack/react-query'
import { ColorField, PhotoButtons } from '../look-fields.tsx'
import { TeamCover } from '../team-head.tsx'
import { settingDraftPhoto } from './draft-queries.ts'
import type { DraftValues } from './draft-values.ts'
import type { StepProps } from './steps.tsx'

type Cover = { draftId: string | null; values: DraftValues; photoUrl: string | null }

/** The cover as the page of the community will show it. */
export function DraftCover({ draftId, values: { activity, mainColor, secondColor }, photoUrl }: Cover) {
  return <TeamCover team={{ id: draftId ?? 'new', activity, photoURL: photoUrl, mainColor, secondColor }} />
}

type LookStepProps = StepProps & {
  /** Null until the first save, which happens on the first page. */
  draftId: string | null
  photoUrl: string | null
  onPhoto: (photoUrl: string | null) => void
}

export function LookStep({ values, change, draftId, photoUrl, onPhoto }: LookStepProps) {
  const setPhoto = useMutation(settingDraftPhoto)
  return (
    <div className="grid gap-6">
      <DraftCover draftId={draftId} values={values} photoUrl={photoUrl} />
      {draftId !== null && (
        <PhotoButtons photoUrl={photoUrl} onPhoto={onPhoto} save={(photo) => setPhoto.mutateAsync({ id: draftId, photo })} />
      )}
      <ColorField label="Main color" value={values.mainColor} onChange={(mainColor) => change({ mainColor })} />
      <ColorField label="Second color" value={values.secondColor} onChange={(secondColor) => change({ secondColor })} />
    </div>
  )
}
