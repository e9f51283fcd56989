import { problemText } from '#web/lib/problem-text.ts'
import { toast } from './toast.ts'

/**
 * Opens a file, once its link arrives, in a tab that can't access this one; or says, with the file's name,
 * that it failed.
 */
export async function openFile(name: string, findLink: () => Promise<string>): Promise<void> {
  try {
    const link = document.createElement('a')
    link.href = await findLink()
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
    link.click()
  } catch (error) {
    toast.error(`${name} didn’t open. ${problemText(error)}`)
  }
}
