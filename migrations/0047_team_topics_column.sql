ALTER TABLE `teams` ADD `topics` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
UPDATE `teams` SET `topics` = (
  SELECT json_group_array(json_object('id', `id`, 'name', `name`, 'description', `description`))
  FROM (SELECT `id`, `name`, `description` FROM `team_topics` WHERE `team_id` = `teams`.`id` ORDER BY `position`, `id`)
) WHERE `id` IN (SELECT `team_id` FROM `team_topics`);
