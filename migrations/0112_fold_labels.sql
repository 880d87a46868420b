-- Labels are searched without accents, which only the Worker can remove. It folds those that are there by a job. The job begins an hour after the
-- migration, because a Worker of the release before does not know it.
INSERT INTO `outbox` (`id`, `queue`, `body`, `created_at`)
SELECT 'fold-labels:', 'work', json_object('kind', 'fold-labels', 'after', ''), (unixepoch() + 3600) * 1000 WHERE EXISTS (SELECT 1 FROM `submissions`);
