-- Steps of boards that an earlier format kept cannot be taken back any more, and would change nothing.

DELETE FROM board_steps WHERE json_type(change, '$.At') IS NULL;
