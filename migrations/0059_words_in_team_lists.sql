INSERT INTO `search_words` (`kind`, `word`, `rank`, `id`)
SELECT 'team:' || list.value, w.`word`, w.`rank`, w.`id`
FROM `search_words` w JOIN `teams` t ON t.`id` = w.`id`,
  json_each(json_array(t.`activity`, iif(t.`join_mode` IN ('open', 'ask'), ':' || t.`join_mode`, NULL),
    iif(t.`join_mode` IN ('open', 'ask'), t.`activity` || ':' || t.`join_mode`, NULL))) list
WHERE w.`kind` = 'team' AND list.value IS NOT NULL;
--> statement-breakpoint
INSERT INTO `search_word_cells` (`kind`, `word`, `cell`, `rank`, `id`)
SELECT 'team:' || list.value, w.`word`, w.`cell`, w.`rank`, w.`id`
FROM `search_word_cells` w JOIN `teams` t ON t.`id` = w.`id`,
  json_each(json_array(t.`activity`, iif(t.`join_mode` IN ('open', 'ask'), ':' || t.`join_mode`, NULL),
    iif(t.`join_mode` IN ('open', 'ask'), t.`activity` || ':' || t.`join_mode`, NULL))) list
WHERE w.`kind` = 'team' AND list.value IS NOT NULL;
