import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { type DraftStep, draftSteps, type MyTeamDraft, reviewStep } from '../../../domain/team-drafts/contract.ts'
import { ownProfile } from '../../profiles/queries.ts'
import { useOwnTopic } from '../../team-topics/topics-field.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { MergeNotice } from '../../ui/merge-notice.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { creatingTeam, deletingTeamDraft } from './draft-queries.ts'
import { findLimitErrors, findNameError, findOpenStep } from './draft-values.ts'
import { LookStep } from './look-step.tsx'
import { newTeamPath } from './new-team-steps.tsx'
import { ReviewStep } from './review-step.tsx'
import { SaveNote } from './save-note.tsx'
import { StepFrame, stepPath } from './step-frame.tsx'
import { AccessStep, ActivityStep, NameStep, TopicsStep } from './steps.tsx'
import { useTeamDraft } from './use-team-draft.ts'
import { WhereStep } from './where-step.tsx'

const titles: Record<Exclude<DraftStep, 'game' | 'invite'>, [title: string, intro: string]> = {
  activity: ['What do you play?', 'Choose one. If you play several things, choose Other.'],
  name: ['Give it a name', 'People find your community by its name and city.'],
  where: ['Where is it?', 'A city, a place, or both.'],
  look: ['Make it yours', 'A photo, or the court in your colors.'],
  access: ['Who may join?', 'You can change this at any time.'],
  topics: ['What will you announce?', 'Members choose for each topic whether they want to hear of it.'],
  review: ['Does everything look right?', 'This is what people will see.'],
}

type DraftEditorProps = { loaded: MyTeamDraft; step: number; onRestart: () => void }

/** The pages on which a community is described, up to the button that creates it. */
export function DraftEditor({ loaded, step, onRestart }: DraftEditorProps) {
  const navigate = useNavigate()
  const editor = useTeamDraft(loaded, step)
  const { values, draftId } = editor
  const ownTopic = useOwnTopic(values.topics, (topics) => editor.change({ topics }))
  const [photoUrl, setPhotoUrl] = useState(loaded.draft?.photoUrl ?? null)
  const [missingOn, setMissingOn] = useState<number | null>(null)
  const [isThrowingAway, setThrowingAway] = useState(false)
  const [isMovingOn, setMovingOn] = useState(false)
  const create = useMutation(creatingTeam)
  const remove = useMutation(deletingTeamDraft)
  useOwnCity(editor, step)
  const name = draftSteps[step]
  const openStep = findOpenStep(values)
  if (name === undefined || name === 'game' || name === 'invite') return <Navigate to="/teams/create" replace />
  // Somebody typed the address of a page for which something is missing. The page where it is missing says so.
  if (step > openStep) return <Navigate to={stepPath(openStep)} replace state={{ isMissing: true }} />

  const isMissing = missingOn === step && openStep === step
  const [title, intro] = titles[name]
  const moveOn = async () => {
    if (openStep === step && step < reviewStep) return setMissingOn(step)
    if (Object.keys(findLimitErrors(values)).length > 0) return
    if (name === 'topics' && !ownTopic.addIfTyped()) return
    setMovingOn(true)
    // Without a network the person goes on: what they typed is on this device, and saved later.
    const isSaved = await editor.save(step + 1)
    setMovingOn(false)
    if (isSaved || !navigator.onLine) void navigate(stepPath(step + 1))
  }
  const createNow = async () => {
    if (draftId === null || !(await editor.save())) return
    const { id } = await create.mutateAsync(draftId)
    editor.forget()
    void navigate(newTeamPath(reviewStep + 1, id, values.place?.id ?? null), { replace: true })
  }
  const throwAway = async () => {
    if (draftId !== null) await remove.mutateAsync(draftId)
    editor.forget()
    onRestart()
    showSnackbar('The draft is gone.')
    void navigate('/my-communities', { replace: true })
  }

  if (editor.state === 'gone') return <GoneDraft />
  return (
    <StepFrame step={step} title={title} intro={intro}>
      {name === 'activity' && <ActivityStep values={values} change={editor.change} />}
      {name === 'name' && <NameStep values={values} change={editor.change} nameError={isMissing ? findNameError(values.name) : null} />}
      {name === 'where' && (
        <WhereStep
          key={draftId}
          values={values}
          change={editor.change}
          error={isMissing ? 'Choose a city from the list, or a place below.' : null}
        />
      )}
      {name === 'look' && <LookStep values={values} change={editor.change} draftId={draftId} photoUrl={photoUrl} onPhoto={setPhotoUrl} />}
      {name === 'access' && <AccessStep values={values} change={editor.change} />}
      {name === 'topics' && <TopicsStep values={values} change={editor.change} ownTopic={ownTopic} />}
      {name === 'review' && <ReviewStep draftId={draftId} values={values} photoUrl={photoUrl} />}
      <MergeNotice conflict={editor.conflict} values={values} onChoose={editor.choose} />
      {isMissing && name === 'activity' && (
        <p role="alert" className="font-strong text-bad">
          Choose what you play first.
        </p>
      )}
      {create.error !== null && <ErrorNotice error={create.error} />}
      <footer className="grid gap-4 border-t border-line pt-5">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          {(editor.conflict?.collisions.length ?? 0) > 0 ? (
            <Button variant="primary" onClick={() => void editor.saveChoices()}>
              Save these choices
            </Button>
          ) : name === 'review' ? (
            <Button
              variant="primary"
              isPending={create.isPending}
              pendingLabel="Creating"
              onClick={() => void createNow().catch(() => undefined)}
            >
              Create community
            </Button>
          ) : (
            <Button variant="primary" isPending={isMovingOn} pendingLabel="Saving" onClick={() => void moveOn()}>
              Next
            </Button>
          )}
          <SaveNote editor={editor} />
        </div>
        {draftId !== null && (
          <Button variant="quiet" size="small" className="justify-self-start" onClick={() => setThrowingAway(true)}>
            Throw this draft away
          </Button>
        )}
      </footer>
      <ConfirmDialog
        title="Throw this draft away?"
        confirmLabel="Throw away"
        cancelLabel="Keep it"
        isDangerous
        isOpen={isThrowingAway}
        onClose={() => setThrowingAway(false)}
        onConfirm={throwAway}
      >
        <p>Everything that you typed for this community will be gone.</p>
      </ConfirmDialog>
    </StepFrame>
  )
}

/** Fills in the city of the person when they first come to the page that asks for it. */
function useOwnCity(
  { values, change, draftId }: Pick<ReturnType<typeof useTeamDraft>, 'values' | 'change' | 'draftId'>,
  step: number,
): void {
  const { data } = useQuery(ownProfile)
  const [filledFor, setFilledFor] = useState<string | null>(null)
  const city = data?.defaultCity
  if (step === 2 && draftId !== null && city && filledFor !== draftId) {
    setFilledFor(draftId)
    if (values.city === null && values.place === null) change({ city })
  }
}

function GoneDraft() {
  return (
    <StepFrame step={reviewStep + 1} title="This draft is gone" intro="You created the community, or threw the draft away, in another tab.">
      <div className="flex flex-wrap gap-2.5">
        <LinkButton variant="primary" to="/my-communities">
          Your communities
        </LinkButton>
      </div>
    </StepFrame>
  )
}
