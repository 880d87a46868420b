ALTER TABLE `conversation_members` ADD `role` text;--> statement-breakpoint
ALTER TABLE `conversation_members` ADD `joined_at` integer;--> statement-breakpoint
ALTER TABLE `conversations` ADD `name` text;--> statement-breakpoint
ALTER TABLE `conversations` ADD `created_at` integer;--> statement-breakpoint
CREATE TRIGGER `joiners_start_reading` AFTER INSERT ON `joiners` WHEN NEW.`state` = 'going' AND NEW.`user_id` IS NOT NULL
BEGIN
  INSERT INTO `conversation_members` (`conversation_id`, `user_id`, `read_seq`)
    SELECT `id`, NEW.`user_id`, `last_seq` FROM `conversations` WHERE `id` = 'event_' || NEW.`event_id`
    ON CONFLICT (`conversation_id`, `user_id`) DO UPDATE SET `read_seq` = max(`read_seq`, excluded.`read_seq`);
END;
--> statement-breakpoint
CREATE TRIGGER `joiners_start_reading_later` AFTER UPDATE OF `state`, `user_id` ON `joiners`
  WHEN NEW.`state` = 'going' AND NEW.`user_id` IS NOT NULL AND (OLD.`state` <> 'going' OR OLD.`user_id` IS NOT NEW.`user_id`)
BEGIN
  INSERT INTO `conversation_members` (`conversation_id`, `user_id`, `read_seq`)
    SELECT `id`, NEW.`user_id`, `last_seq` FROM `conversations` WHERE `id` = 'event_' || NEW.`event_id`
    ON CONFLICT (`conversation_id`, `user_id`) DO UPDATE SET `read_seq` = max(`read_seq`, excluded.`read_seq`);
END;
--> statement-breakpoint
CREATE TRIGGER `event_hosts_start_reading` AFTER INSERT ON `event_hosts`
BEGIN
  INSERT INTO `conversation_members` (`conversation_id`, `user_id`, `read_seq`)
    SELECT `id`, NEW.`user_id`, `last_seq` FROM `conversations` WHERE `id` = 'event_' || NEW.`event_id`
    ON CONFLICT (`conversation_id`, `user_id`) DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `team_members_start_reading` AFTER INSERT ON `team_members`
BEGIN
  INSERT INTO `conversation_members` (`conversation_id`, `user_id`, `read_seq`)
    SELECT `conversations`.`id`, NEW.`user_id`, `conversations`.`last_seq`
    FROM `team_topics` CROSS JOIN `conversations` ON `conversations`.`id` = 'topic_' || `team_topics`.`id`
    WHERE `team_topics`.`team_id` = NEW.`team_id`
    ON CONFLICT (`conversation_id`, `user_id`) DO UPDATE SET `read_seq` = max(`read_seq`, excluded.`read_seq`);
END;
--> statement-breakpoint
CREATE TRIGGER `team_topic_optouts_start_reading` AFTER DELETE ON `team_topic_optouts`
BEGIN
  INSERT INTO `conversation_members` (`conversation_id`, `user_id`, `read_seq`)
    SELECT `id`, OLD.`user_id`, `last_seq` FROM `conversations` WHERE `id` = 'topic_' || OLD.`topic_id`
    ON CONFLICT (`conversation_id`, `user_id`) DO NOTHING;
END;
