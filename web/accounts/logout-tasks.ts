const tasks = new Set<() => Promise<unknown>>()

/** Adds a task that runs before logout. Use it to send unsaved changes to the server, because logout deletes them from this device. */
export function addLogoutTask(task: () => Promise<unknown>): void {
  tasks.add(task)
}

/** Logout continues after this time, even if some tasks have not finished. */
const timeoutMs = 1500

export async function runLogoutTasks(): Promise<void> {
  if (tasks.size === 0) return
  await Promise.race([Promise.allSettled([...tasks].map((errand) => errand())), new Promise((resolve) => setTimeout(resolve, timeoutMs))])
}
