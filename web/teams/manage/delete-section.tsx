import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { deletingTeam, refreshAfterLeaving } from '../own-team-queries.ts'
import { DeleteTeamForm } from './delete-team-form.tsx'
import { WhoMay } from './who-may.tsx'

type DeleteSectionProps = { id: string; name: string; mayDelete: boolean }

/** The end of the edit page: the owner deletes the community, and others read who may. */
export function DeleteSection({ id, name, mayDelete }: DeleteSectionProps) {
  return (
    <Section title="Delete this community">
      {mayDelete ? <Delete id={id} name={name} /> : <WhoMay teamId={id} capability="team.delete" action="delete this community" />}
    </Section>
  )
}

function Delete({ id, name }: { id: string; name: string }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const deletion = useMutation(deletingTeam)
  const deleteNow = async (typedName: string) => {
    await deletion.mutateAsync({ id, name: typedName })
    await navigate('/my-communities', { replace: true })
    queries.removeQueries({ queryKey: ['teams', id] })
    void queries.invalidateQueries({ queryKey: ['teams'] })
    void refreshAfterLeaving(queries)
    showSnackbar(`${name} is deleted. You can bring it back for 30 days.`, { duration: 5000 })
  }
  if (!isConfirming) {
    return (
      <>
        <p className="text-soft">Its upcoming games are cancelled. You can bring the community back for 30 days.</p>
        <Button className="justify-self-start text-bad!" onClick={() => setConfirming(true)}>
          Delete community
        </Button>
      </>
    )
  }
  return (
    <DeleteTeamForm
      name={name}
      isPending={deletion.isPending}
      error={deletion.error}
      onDelete={(typedName) => void deleteNow(typedName).catch(() => undefined)}
      onCancel={() => setConfirming(false)}
    />
  )
}
