import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { sharingHours } from './queries.ts'

/** Shares the hours of the viewer with a community, or stops it, and says what others see now. */
export function useShareHours() {
  const share = useMutation(sharingHours)
  const navigate = useNavigate()
  const showSharing = (hasHours: boolean, { isSharing }: { isSharing: boolean }) => {
    if (!isSharing) showSnackbar('You no longer share your hours with this community.')
    else if (hasHours) showSnackbar('You share your hours with this community.')
    else {
      showSnackbar('You share your hours, but you have not entered any hours yet.', {
        duration: 5000,
        action: { label: 'Enter your hours', onPress: () => void navigate('/settings?tab=availability') },
      })
    }
  }
  return {
    isPending: share.isPending,
    setSharing: (id: string, isSharing: boolean, onDone?: () => void) =>
      share.mutate(
        { id, isSharing },
        {
          onSuccess: (hasHours, sent) => {
            showSharing(hasHours, sent)
            onDone?.()
          },
        },
      ),
  }
}
